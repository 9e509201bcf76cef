import { createPool } from '../src/platform/postgres/pool.js';
import { startApi } from './read-app.js';
import { readSettings, SERVICE_POOL, serving } from './read-child.js';

/** The service's API, as it is. */
const { databaseUrl } = readSettings();
const { port } = await startApi(createPool(databaseUrl, SERVICE_POOL));
serving(port);
