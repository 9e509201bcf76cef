import { OpenAccess } from '../../api/access/open-access.js';
import { Reference } from '../../api/http/openapi/reference.js';
import { createApiServer } from '../../api/http/server.js';
import type { Config } from '../../platform/config/config.js';
import { httpUrl } from '../../platform/config/http-url.js';
import { createMetricRegistry } from '../../platform/metric/metric-registry.js';
import { createPool } from '../../platform/postgres/pool.js';
import { PostgresGraphStore } from '../../projection/graph/postgres-graph-store.js';
import { nameRegistries } from '../name/name-registries.js';
import { chainKind, networkOf, sourcesOfPrices } from '../projection/projectors.js';
import { AppModule } from './app.module.js';
import { signatureBook } from './signatures.js';

/** Never connected to: the server is closed once it has described itself. */
const NOWHERE = 'postgres://nowhere.invalid';

/** The OpenAPI document of a service with this configuration, as JSON, made without its stores and without prices. */
export async function openapiDocument(config: Config): Promise<string> {
  const pool = createPool(NOWHERE);
  const chain = chainKind(config);
  const app = await createApiServer(
    AppModule.of({
      pool,
      graph: new PostgresGraphStore(pool),
      names: nameRegistries(chain),
      registry: createMetricRegistry(),
      firstBlock: chain.firstBlock,
      network: networkOf(config),
      access: new OpenAccess(),
      cacheBytes: 0,
      cursorSecret: Buffer.alloc(32),
      publicUrl: config.publicUrl ?? httpUrl(config.host, config.port),
      signatures: signatureBook(),
      prices: sourcesOfPrices(chain.isDemo),
      priceCarryHours: config.priceCarryHours,
      portfolioMaxPositions: config.portfolioMaxPositions,
      readiness: [],
      away: () => [],
    }),
    { host: '127.0.0.1', port: 0, logger: false },
  );
  try {
    return app.get(Reference, { strict: false }).json;
  } finally {
    await app.close();
    await pool.end();
  }
}
