import { KeyedAccess } from '../src/api/access/keyed-access.js';
import { createPool } from '../src/platform/postgres/pool.js';
import { httpSettings, secretOf } from './http-settings.js';
import { startApi } from './read-app.js';
import { readSettings, SERVICE_POOL, serving } from './read-child.js';

/** The service's API with keys on. */
const pool = createPool(readSettings().databaseUrl, SERVICE_POOL);
const settings = httpSettings();
const access = new KeyedAccess(pool, secretOf(settings));
const { port } = await startApi(pool, { ...settings, access });
serving(port);
