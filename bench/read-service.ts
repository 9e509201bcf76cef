import { createPool } from '../src/platform/postgres/pool.js';
import { startApi } from './read-app.js';
import { READ_POOL, readSettings, serving } from './read-child.js';

/** The service's API, as it is. */
const { databaseUrl } = readSettings();
const { port } = await startApi(createPool(databaseUrl, READ_POOL));
serving(port);
