import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Pool, type PoolClient } from 'pg';
import type { Address } from '../../domain/chain/hex.js';
import { ETHER } from '../../domain/price/price-sources.js';
import { inTransaction } from '../../platform/postgres/transaction.js';
import {
  hourOfBlock,
  lastClosedHour,
  type PriceHour,
  PriceReader,
} from '../../projection/price/price.reader.js';
import { DeclaredTokensReader } from '../../projection/token/declared-tokens.reader.js';
import { ViewCallReader } from '../../state/call/view-call.reader.js';
import { ApiResponse } from '../http/method/api-response.js';
import { ChainQuery } from '../http/method/chain-query.decorator.js';
import { UNCOVERED_BLOCK } from '../http/method/uncovered-block.js';
import { AddressParameter } from '../http/parameter/address.parameter.js';
import { AtBlockParameter } from '../http/parameter/block-number.parameter.js';
import { LimitParameter } from '../http/parameter/limit.parameter.js';
import { type HeldAsset, HeldAssets, type HeldAtBlock } from './held-assets.js';
import { PortfolioDto } from './portfolio.dto.js';
import { hourStart, type PricedAsset, positionRecord } from './position.dto.js';
import { valuation } from './valuation.js';

@ChainQuery({
  operationId: 'getAddressPortfolio',
  path: 'addresses/:address/portfolio',
  tag: 'Balances',
  summary: 'USD-valued portfolio',
  description:
    'Ether and the covered tokens of an address, valued in dollars. The current portfolio has the prices of the ' +
    'last complete hour; a portfolio at a block has what was known of its hour by then. Decimals are the last ones ' +
    'read from the token up to that block. Prices come from Chainlink feeds, then from Uniswap v2 pools, then from ' +
    'imports; an hour without a price takes the latest earlier one for a while, and the answer says so. Assets ' +
    'without a price are counted, not listed. NFTs, positions in protocols and shares of pools are not included. A ' +
    'token whose code takes more than its share of the work of a request is absent. A token that keeps balances in ' +
    'no known layout is found by the transfers of the address, however old. `coveredTokenCount` is absent if the ' +
    'address moved more tokens than are looked at. If missing blocks may have moved ether of the address, the ' +
    'answer is 422.',
  plan: 'Intelligence',
  asOfBlock: 'optional',
  record: PortfolioDto,
  refusals: [
    UNCOVERED_BLOCK,
    {
      code: 'portfolio_too_large',
      reasons: ['too_many_positions'],
      when: 'The address holds more assets than are valued in one answer; `actual` is at least so many.',
    },
  ],
  list: { items: 'positions', paged: false },
})
export class GetAddressPortfolioQuery extends Query<ApiResponse<PortfolioDto>> {
  @AddressParameter()
  readonly address!: Address;

  @AtBlockParameter()
  readonly block!: number | undefined;

  @LimitParameter(200, 50)
  readonly limit!: number;
}

/** How long nodes are asked. They answer within a second or two. */
const ASKING_MS = 4_000;
/** Rounds of asking nodes. The balance of a proxy takes three. */
const MAX_ROUNDS = 6;

/** Declaration of ether: 18 decimals, and the bytes of `ETH`. */
const ETHER_DECLARED = { decimals: 18, symbol: `0x${Buffer.from(ETHER).toString('hex')}` };

@QueryHandler(GetAddressPortfolioQuery)
export class GetAddressPortfolioHandler implements IQueryHandler<GetAddressPortfolioQuery> {
  constructor(
    private readonly pool: Pool,
    private readonly held: HeldAssets,
    private readonly tokens: DeclaredTokensReader,
    private readonly prices: PriceReader,
    private readonly calls: ViewCallReader,
  ) {}

  async execute(query: GetAddressPortfolioQuery): Promise<ApiResponse<PortfolioDto>> {
    let patience: AbortSignal | undefined;
    for (let round = 1; ; round++) {
      // One snapshot of block, balances and prices, because a block may be added or replaced between two
      // statements.
      const { answer, block, missing, refusal } = await inTransaction(
        this.pool,
        (tx) => this.#answer(query, tx),
        {
          isolation: 'repeatable read',
        },
      );
      if (round < MAX_ROUNDS && missing.length > 0) {
        patience ??= AbortSignal.timeout(ASKING_MS);
        if (await this.calls.ask(missing, block, patience)) continue;
      }
      if (refusal) throw refusal;
      return answer;
    }
  }

  async #answer(query: GetAddressPortfolioQuery, tx: PoolClient) {
    const held = await this.held.of(query.address, query.block, tx);
    return { ...held, answer: await this.#valued(query, held, tx) };
  }

  async #valued(
    { address, block: asked, limit }: GetAddressPortfolioQuery,
    { block, timestamp, coveredTokenCount, assets }: HeldAtBlock,
    tx: PoolClient,
  ): Promise<ApiResponse<PortfolioDto>> {
    const hour = asked === undefined ? lastClosedHour(block, timestamp) : hourOfBlock(block, timestamp);
    const priced = await this.#priced(assets, asked, hour, tx);
    const { valued, totalUsd } = valuation(priced, limit);
    return new ApiResponse(
      {
        address,
        window: { kind: asked === undefined ? 'current' : 'block', asOfBlock: block },
        balanceBasis: 'contract_storage',
        priceBasis: asked === undefined ? 'latest_hour' : 'hour_of_block',
        pricedCount: priced.length,
        hiddenCount: assets.length - priced.length,
        positions: valued.map((one) => positionRecord(one, hour)),
        ...(coveredTokenCount !== undefined && { coveredTokenCount }),
        ...(asked !== undefined && { priceHour: hourStart(hour) }),
        ...(totalUsd !== undefined && { totalUsd }),
      },
      block,
    );
  }

  /** The assets whose decimals and price are known. */
  async #priced(
    assets: readonly HeldAsset[],
    block: number | undefined,
    hour: PriceHour,
    tx: PoolClient,
  ): Promise<PricedAsset[]> {
    const declaredOf = (tokens: readonly Address[]) => this.tokens.declared(tokens, block, tx);
    const declared = await declaredOf(assets.flatMap(({ token }) => token ?? []));
    const declaredBy = (token?: Address) => (token === undefined ? ETHER_DECLARED : declared.get(token));
    const known = assets.flatMap((asset) => {
      const { decimals, symbol } = declaredBy(asset.token) ?? { decimals: null, symbol: null };
      return decimals === null ? [] : [{ ...asset, decimals, symbol }];
    });
    const prices = await this.prices.pricesAt(
      known.map(({ token = ETHER }) => token),
      hour,
      declaredOf,
      tx,
    );
    return known.flatMap((asset) => {
      const price = prices.get(asset.token ?? ETHER);
      return price ? [{ ...asset, price: price.usd, isCarried: price.isCarried }] : [];
    });
  }
}
