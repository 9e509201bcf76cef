import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Pool } from 'pg';
import { chainText } from '../../domain/chain/codec/chain-text.js';
import { fromHex, toHex } from '../../domain/chain/codec/hex.js';
import type { Address } from '../../domain/chain/hex.js';
import { StateReads } from '../../domain/event/state-reads.js';
import { NotCovered } from '../../domain/refusal/not-covered.js';
import { inTransaction } from '../../platform/postgres/transaction.js';
import { type TokenBalance, TokenBalanceReader } from '../../projection/balance/token-balance.reader.js';
import { DeclaredTokensReader } from '../../projection/token/declared-tokens.reader.js';
import { CallTooLate, StateNotKept, ViewCallReader } from '../../state/call/view-call.reader.js';
import { ChainBounds } from '../http/chain-bounds.js';
import { ApiResponse } from '../http/method/api-response.js';
import { ChainQuery } from '../http/method/chain-query.decorator.js';
import { UNCOVERED_BLOCK } from '../http/method/uncovered-block.js';
import { AddressParameter } from '../http/parameter/address.parameter.js';
import { AtBlockParameter } from '../http/parameter/block-number.parameter.js';
import { orAbsent } from '../http/record/or-absent.js';
import { noBalanceRecord, tokenNotCovered } from '../refusal/balance-refusals.js';
import { checkInChain } from '../refusal/check-in-chain.js';
import { TokenBalanceDto } from './token-balance.dto.js';

@ChainQuery({
  operationId: 'getTokenBalance',
  path: 'addresses/:address/balances/:token',
  tag: 'Balances',
  summary: 'Balance of one token',
  description:
    'The balance of an address in a token, now or at the end of one block. The service executes the code of the ' +
    'token over its storage at that block. It refuses an unknown balance, and never answers zero instead. A balance ' +
    'is unknown if the contract gives none, or if state is missing; then the message names the state. The service ' +
    'asks a node for missing current state, and answers a later request.',
  plan: 'Enriched Data',
  asOfBlock: 'optional',
  record: TokenBalanceDto,
  refusals: [
    UNCOVERED_BLOCK,
    { code: 'token_not_covered', reasons: [] },
    { code: 'balance_not_available', reasons: ['no_balance_record'] },
  ],
})
export class GetTokenBalanceQuery extends Query<ApiResponse<TokenBalanceDto>> {
  @AddressParameter()
  readonly address!: Address;

  @AddressParameter()
  readonly token!: Address;

  @AtBlockParameter()
  readonly block!: number | undefined;
}

const WORD = 32;
/** How long nodes are asked. A node answers within a second or two. */
const ASKING_MS = 4_000;

@QueryHandler(GetTokenBalanceQuery)
export class GetTokenBalanceHandler implements IQueryHandler<GetTokenBalanceQuery> {
  constructor(
    private readonly pool: Pool,
    private readonly balances: TokenBalanceReader,
    private readonly bounds: ChainBounds,
    private readonly stateReads: StateReads,
    private readonly calls: ViewCallReader,
    private readonly tokens: DeclaredTokensReader,
  ) {}

  async execute(query: GetTokenBalanceQuery): Promise<ApiResponse<TokenBalanceDto>> {
    const { address, token, block } = query;
    const { firstBlock } = this.bounds;
    if (block !== undefined) checkInChain(block, firstBlock, 'block');
    // One snapshot, because in the next block the token may declare other decimals.
    const { found, declared } = await inTransaction(
      this.pool,
      async (tx) => ({
        found: await this.balances.balance(token, address, firstBlock, block, tx),
        declared: (await this.tokens.declared([token], block, tx)).get(token),
      }),
      { isolation: 'repeatable read' },
    );
    // State from a node takes precedence, because a layout may be wrong.
    const balance = (await this.#withAskedState(query, found)) ?? found.recorded;
    if (balance === undefined && !found.isCovered) throw tokenNotCovered(found.missing);
    return new ApiResponse(
      {
        address,
        token,
        balance: balance ?? (await this.#unrecorded(query, found)),
        balanceBasis: 'contract_storage',
        window: { kind: block === undefined ? 'current' : 'block', asOfBlock: found.block },
        ...orAbsent('decimals', declared?.decimals),
        ...orAbsent('symbol', declared?.symbol && chainText(declared.symbol)),
      },
      found.block,
    );
  }

  /**
   * The balance executed over state that nodes are asked for; undefined where they do not give it in time.
   * @throws Refusal where the contract gives no balance
   */
  async #withAskedState({ token }: GetTokenBalanceQuery, found: TokenBalance): Promise<string | undefined> {
    if (found.missing === undefined) return undefined;
    try {
      const data = fromHex(found.callData);
      const { result } = await this.calls.call(token, data, this.bounds.firstBlock, found.block, ASKING_MS);
      if (result.outcome === 'undecided') return undefined;
      const amount = Buffer.from(result.output);
      if (result.outcome === 'reverted' || amount.length !== WORD || !result.codes.includes(token))
        throw tokenNotCovered();
      return BigInt(toHex(amount)).toString();
    } catch (error) {
      if ([CallTooLate, StateNotKept, NotCovered].some((kind) => error instanceof kind)) return undefined;
      throw error;
    }
  }

  /** The balance of a holder for whom nothing is recorded. */
  async #unrecorded({ token, block }: GetTokenBalanceQuery, found: TokenBalance): Promise<string> {
    if (block === undefined && found.isWhole) return '0';
    if (block === undefined) await this.stateReads.request(token, found.request, found.block);
    throw noBalanceRecord(found.block, found.missing);
  }
}
