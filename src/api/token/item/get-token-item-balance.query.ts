import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { answeredAmount } from '../../../domain/chain/codec/call-answer.js';
import { callDataOf } from '../../../domain/chain/codec/call-data.js';
import type { Address, Hex } from '../../../domain/chain/hex.js';
import { CHAIN_ID } from '../../../domain/chain/record/chain-id.js';
import { ViewCallReader } from '../../../state/call/view-call.reader.js';
import { executeCalls } from '../../contract/call/execute-calls.js';
import { UNKEPT_STATE } from '../../contract/call/unkept-state.js';
import { executed } from '../../contract/executed/executed.dto.js';
import { ChainBounds } from '../../http/chain-bounds.js';
import { ApiResponse } from '../../http/method/api-response.js';
import { ChainQuery } from '../../http/method/chain-query.decorator.js';
import { AddressParameter } from '../../http/parameter/address.parameter.js';
import { AtBlockParameter } from '../../http/parameter/block-number.parameter.js';
import { ItemIdParameter } from '../../http/parameter/item-id.parameter.js';
import { orAbsent } from '../../http/record/or-absent.js';
import { ItemBalanceDto } from './item-balance.dto.js';
import { itemWord } from './item-word.js';

@ChainQuery({
  operationId: 'getTokenItemBalance',
  path: 'addresses/:address/balances/:token/items/:itemId',
  tag: 'Balances',
  summary: 'Balance of one item',
  description:
    'The balance of an address in one item of an ERC-1155 contract, now or at the end of a block. The service ' +
    'executes `balanceOf(address,uint256)` over the state, and asks a node for state from before the covered ' +
    'blocks. A contract can return anything.',
  plan: 'Enriched Data',
  asOfBlock: 'always',
  beyondSeed: true,
  record: ItemBalanceDto,
  refusals: [UNKEPT_STATE],
})
export class GetTokenItemBalanceQuery extends Query<ApiResponse<ItemBalanceDto>> {
  @AddressParameter()
  readonly address!: Address;

  @AddressParameter()
  readonly token!: Address;

  @ItemIdParameter()
  readonly itemId!: string;

  @AtBlockParameter()
  readonly block!: number | undefined;
}

const BALANCE_OF = `${callDataOf('balanceOf(address,uint256)')}${'0'.repeat(24)}`;

@QueryHandler(GetTokenItemBalanceQuery)
export class GetTokenItemBalanceHandler implements IQueryHandler<GetTokenItemBalanceQuery> {
  constructor(
    private readonly calls: ViewCallReader,
    private readonly bounds: ChainBounds,
  ) {}

  async execute(query: GetTokenItemBalanceQuery): Promise<ApiResponse<ItemBalanceDto>> {
    const { address, token, itemId, block } = query;
    const data = `${BALANCE_OF}${address.slice(2)}${itemWord(itemId)}` as Hex;
    const [call] = await executeCalls(this.calls, this.bounds, token, [data], block);
    const { number, hash } = call!.block;
    const { value, fields } = executed(token, call!, answeredAmount);
    return new ApiResponse(
      {
        ...{ chainId: CHAIN_ID, address, token, itemId, ...fields },
        ...orAbsent('balance', value),
        ...{ blockNumber: number, blockHash: hash },
      },
      number,
    );
  }
}
