import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Pool, type PoolClient } from 'pg';
import { ETHER } from '../../domain/price/price-sources.js';
import { inTransaction } from '../../platform/postgres/transaction.js';
import {
  hourOfBlock,
  lastClosedHour,
  type PriceHour,
  PriceReader,
} from '../../projection/price/price.reader.js';
import { DeclaredTokensReader } from '../../projection/token/declared-tokens.reader.js';
import { ApiResponse } from '../http/api-response.js';
import { type HeldAsset, HeldAssets } from './held-assets.js';
import type { PortfolioDto } from './portfolio.dto.js';
import type { PortfolioParameters } from './portfolio.parameters.js';
import { hourStart, type PricedAsset, positionRecord } from './portfolio.record.js';
import { valuation } from './valuation.js';

export class GetAddressPortfolioQuery extends Query<ApiResponse<PortfolioDto>> {
  constructor(readonly parameters: PortfolioParameters) {
    super();
  }
}

/** Ether's declaration: 18 decimals, and `ETH` as bytes. */
const ETHER_DECLARED = { decimals: 18, symbol: `0x${Buffer.from(ETHER).toString('hex')}` };

@QueryHandler(GetAddressPortfolioQuery)
export class GetAddressPortfolioHandler implements IQueryHandler<GetAddressPortfolioQuery> {
  constructor(
    private readonly pool: Pool,
    private readonly held: HeldAssets,
    private readonly tokens: DeclaredTokensReader,
    private readonly prices: PriceReader,
  ) {}

  async execute({ parameters }: GetAddressPortfolioQuery): Promise<ApiResponse<PortfolioDto>> {
    // Block, balances and prices from one snapshot: a block may come, or be replaced, between two statements.
    return inTransaction(this.pool, (tx) => this.#answer(parameters, tx), { isolation: 'repeatable read' });
  }

  async #answer(parameters: PortfolioParameters, tx: PoolClient): Promise<ApiResponse<PortfolioDto>> {
    const { address, block: asked, limit } = parameters;
    const { block, timestamp, coveredTokenCount, assets } = await this.held.of(address, asked, tx);
    const hour = asked === undefined ? lastClosedHour(block, timestamp) : hourOfBlock(block, timestamp);
    const priced = await this.#priced(assets, hour, tx);
    const { valued, totalUsd } = valuation(priced);
    return new ApiResponse(
      {
        address,
        window: { kind: asked === undefined ? 'current' : 'block', asOfBlock: block },
        balanceBasis: 'contract_storage',
        priceBasis: asked === undefined ? 'latest_hour' : 'hour_of_block',
        pricedCount: priced.length,
        hiddenCount: assets.length - priced.length,
        positions: valued.slice(0, limit).map((one) => positionRecord(one, hour)),
        coveredTokenCount,
        ...(asked !== undefined && { priceHour: hourStart(hour) }),
        ...(totalUsd !== undefined && { totalUsd }),
      },
      block,
    );
  }

  /** Those of which decimals and a price are known. */
  async #priced(assets: readonly HeldAsset[], hour: PriceHour, tx: PoolClient): Promise<PricedAsset[]> {
    const declared = await this.tokens.declared(
      assets.flatMap(({ token }) => token ?? []),
      tx,
    );
    const declaredBy = (token?: string) => (token === undefined ? ETHER_DECLARED : declared.get(token));
    const known = assets.flatMap((asset) => {
      const { decimals, symbol } = declaredBy(asset.token) ?? { decimals: null, symbol: null };
      return decimals === null ? [] : [{ ...asset, decimals, symbol }];
    });
    const prices = await this.prices.pricesAt(
      known.map(({ token = ETHER }) => token),
      hour,
      tx,
    );
    return known.flatMap((asset) => {
      const price = prices.get(asset.token ?? ETHER);
      return price ? [{ ...asset, price: price.usd, isCarried: price.isCarried }] : [];
    });
  }
}
