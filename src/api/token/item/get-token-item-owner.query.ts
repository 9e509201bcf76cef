import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { answeredAddress } from '../../../domain/chain/codec/call-answer.js';
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
import { ItemOwnerDto } from './item-owner.dto.js';
import { itemWord } from './item-word.js';

@ChainQuery({
  operationId: 'getTokenItemOwner',
  path: 'tokens/:token/items/:itemId/owner',
  tag: 'Tokens',
  summary: 'Owner of an item',
  description:
    'The owner of an item of an ERC-721 contract, now or at the end of a block. The service executes `ownerOf` ' +
    'over the state, and asks a node for state from before the covered blocks. A contract can return anything.',
  plan: 'Enriched Data',
  asOfBlock: 'always',
  beyondSeed: true,
  record: ItemOwnerDto,
  refusals: [UNKEPT_STATE],
})
export class GetTokenItemOwnerQuery extends Query<ApiResponse<ItemOwnerDto>> {
  @AddressParameter()
  readonly token!: Address;

  @ItemIdParameter()
  readonly itemId!: string;

  @AtBlockParameter()
  readonly block!: number | undefined;
}

const OWNER_OF = callDataOf('ownerOf(uint256)');

@QueryHandler(GetTokenItemOwnerQuery)
export class GetTokenItemOwnerHandler implements IQueryHandler<GetTokenItemOwnerQuery> {
  constructor(
    private readonly calls: ViewCallReader,
    private readonly bounds: ChainBounds,
  ) {}

  async execute({ token, itemId, block }: GetTokenItemOwnerQuery): Promise<ApiResponse<ItemOwnerDto>> {
    const data: Hex = `${OWNER_OF}${itemWord(itemId)}`;
    const [call] = await executeCalls(this.calls, this.bounds, token, [data], block);
    const { number, hash } = call!.block;
    const { value, fields } = executed(token, call!, answeredAddress);
    return new ApiResponse(
      {
        ...{ chainId: CHAIN_ID, token, itemId, ...fields },
        ...orAbsent('owner', value),
        ...{ blockNumber: number, blockHash: hash },
      },
      number,
    );
  }
}
