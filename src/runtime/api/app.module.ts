import { type DynamicModule, Module } from '@nestjs/common';
import { Pool } from 'pg';
import { Registry } from 'prom-client';
import { Access } from '../../api/access/access.js';
import { InternalAccess } from '../../api/access/internal-access.js';
import { ApiModule } from '../../api/api.module.js';
import { ChainBounds } from '../../api/http/chain-bounds.js';
import { CursorKey } from '../../api/http/cursor/cursor-key.js';
import { PublicUrl } from '../../api/http/public-url.js';
import { ResponseCache } from '../../api/http/response-cache.js';
import { OwnServers } from '../../api/operation/own-servers.js';
import { type ReadinessCheck, ReadinessChecks } from '../../api/operation/readiness-checks.js';
import { PortfolioBounds } from '../../api/portfolio/portfolio-bounds.js';
import type { Network } from '../../domain/chain/record/network.js';
import { PriceSources } from '../../domain/price/price-sources.js';
import { GraphStore } from '../../projection/graph/graph-store.reader.js';
import { NameRegistries } from '../../projection/name/name-registries.js';
import { PriceBounds } from '../../projection/price/price-bounds.js';
import { StoreVersionReader } from '../../records/coverage/store-version.reader.js';
import { SignatureBook } from '../../signature/signature-book.js';

/** External parts of the HTTP service. */
export interface AppParts {
  readonly pool: Pool;
  readonly graph: GraphStore;
  readonly names: NameRegistries;
  readonly registry: Registry;
  readonly firstBlock: number;
  readonly network: Network;
  readonly access: Access;
  /** Opens metrics to those who name it; without one they are open to the loopback alone. */
  readonly metricsToken?: string;
  /** That kept answers may take; 0 for none. */
  readonly cacheBytes: number;
  readonly cursorSecret: Buffer;
  readonly publicUrl: string;
  readonly signatures: SignatureBook;
  readonly prices: PriceSources;
  readonly priceCarryHours: number;
  readonly portfolioMaxPositions: number;
  readonly readiness: readonly ReadinessCheck[];
  /** Names the servers that the service runs itself, cannot do without, and that do not run now. */
  readonly away: () => readonly string[];
}

/** The HTTP service, composed. */
@Module({})
export class AppModule {
  static of(parts: AppParts): DynamicModule {
    const providers = [
      { provide: Pool, useValue: parts.pool },
      { provide: Registry, useValue: parts.registry },
      { provide: ChainBounds, useValue: new ChainBounds(parts.firstBlock, parts.network) },
      { provide: Access, useValue: parts.access },
      { provide: InternalAccess, useValue: new InternalAccess(parts.metricsToken) },
      {
        provide: ResponseCache,
        useValue: new ResponseCache(new StoreVersionReader(parts.pool), parts.cacheBytes),
      },
      { provide: CursorKey, useValue: new CursorKey(parts.cursorSecret) },
      { provide: PublicUrl, useValue: new PublicUrl(parts.publicUrl) },
      { provide: SignatureBook, useValue: parts.signatures },
      { provide: GraphStore, useValue: parts.graph },
      { provide: PriceSources, useValue: parts.prices },
      { provide: PriceBounds, useValue: new PriceBounds(parts.priceCarryHours) },
      { provide: PortfolioBounds, useValue: new PortfolioBounds(parts.portfolioMaxPositions) },
      { provide: NameRegistries, useValue: parts.names },
      { provide: ReadinessChecks, useValue: new ReadinessChecks(parts.readiness) },
      { provide: OwnServers, useValue: new OwnServers(parts.away) },
    ];
    return { module: AppModule, global: true, imports: [ApiModule], providers, exports: providers };
  }
}
