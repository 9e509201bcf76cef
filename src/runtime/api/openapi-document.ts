import { Reference } from '../../api/http/openapi/reference.js';
import { createApi, openApi } from '../../api/http/server.js';
import type { Config } from '../../platform/config/config.js';
import { createPool } from '../../platform/postgres/pool.js';
import { StandaloneApiModule } from './standalone-api.module.js';

/** No connection is made to it: the server is closed once it has described itself. */
const NOWHERE = 'postgres://nowhere.invalid';

/** The OpenAPI document of a service with this configuration, as JSON, made without its stores and without prices. */
export async function openapiDocument(config: Config): Promise<string> {
  const pool = createPool(NOWHERE);
  const app = await createApi(StandaloneApiModule.of({ ...config, cacheMb: 0 }, pool), false);
  try {
    await openApi(app, { host: '127.0.0.1', port: 0 });
    return app.get(Reference, { strict: false }).json;
  } finally {
    await app.close();
    await pool.end();
  }
}
