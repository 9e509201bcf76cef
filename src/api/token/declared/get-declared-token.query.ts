import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { answeredAmount, answeredText, answeredUint8 } from '../../../domain/chain/codec/call-answer.js';
import { callDataOf } from '../../../domain/chain/codec/call-data.js';
import { chainText } from '../../../domain/chain/codec/chain-text.js';
import type { Address, Hex } from '../../../domain/chain/hex.js';
import { CHAIN_ID } from '../../../domain/chain/record/chain-id.js';
import { ViewCallReader } from '../../../state/call/view-call.reader.js';
import { executeCalls } from '../../contract/call/execute-calls.js';
import { UNKEPT_STATE } from '../../contract/call/unkept-state.js';
import { type Executed, executed } from '../../contract/executed/executed.dto.js';
import { ChainBounds } from '../../http/chain-bounds.js';
import { ApiResponse } from '../../http/method/api-response.js';
import { ChainQuery } from '../../http/method/chain-query.decorator.js';
import { AddressParameter } from '../../http/parameter/address.parameter.js';
import { AtBlockParameter } from '../../http/parameter/block-number.parameter.js';
import { orAbsent } from '../../http/record/or-absent.js';
import { DeclaredTokenDto } from './declared-token.dto.js';

@ChainQuery({
  operationId: 'getDeclaredToken',
  path: 'tokens/:token/declared',
  tag: 'Tokens',
  summary: 'What a token declares at a block',
  description:
    'Name, symbol, decimals and total supply as the contract declares them, now or at the end of a block, each ' +
    'with the blocks in which it is the same. The service executes the functions of the contract over the state, ' +
    'and asks a node for state from before the covered blocks. A contract can declare anything.',
  plan: 'Enriched Data',
  asOfBlock: 'always',
  beyondSeed: true,
  record: DeclaredTokenDto,
  refusals: [UNKEPT_STATE],
})
export class GetDeclaredTokenQuery extends Query<ApiResponse<DeclaredTokenDto>> {
  @AddressParameter()
  readonly token!: Address;

  @AtBlockParameter()
  readonly block!: number | undefined;
}

const FUNCTIONS = ['name()', 'symbol()', 'decimals()', 'totalSupply()'].map(callDataOf);
/** A longer text is no name or symbol. */
const MAX_TEXT_BYTES = 2_048;

@QueryHandler(GetDeclaredTokenQuery)
export class GetDeclaredTokenHandler implements IQueryHandler<GetDeclaredTokenQuery> {
  constructor(
    private readonly calls: ViewCallReader,
    private readonly bounds: ChainBounds,
  ) {}

  async execute({ token, block }: GetDeclaredTokenQuery): Promise<ApiResponse<DeclaredTokenDto>> {
    const found = await executeCalls(this.calls, this.bounds, token, FUNCTIONS, block);
    const [name, symbol, decimals, totalSupply] = found;
    const { number, hash } = name!.block;
    return new ApiResponse(
      {
        ...{ chainId: CHAIN_ID, address: token, blockNumber: number, blockHash: hash },
        name: withValue('text', executed(token, name!, textOf)),
        symbol: withValue('text', executed(token, symbol!, textOf)),
        decimals: withValue('count', executed(token, decimals!, answeredUint8)),
        totalSupply: withValue('amount', executed(token, totalSupply!, answeredAmount)),
      },
      number,
    );
  }
}

function withValue<Name extends string, Value>(name: Name, { value, fields }: Executed<Value>) {
  return { ...orAbsent(name, value), ...fields };
}

function textOf(output: Hex): string | undefined {
  const text = answeredText(output);
  return text === undefined || text.length > 2 + 2 * MAX_TEXT_BYTES ? undefined : chainText(text);
}
