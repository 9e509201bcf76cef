import { startTestPostgres, TEST_POSTGRES_URL } from './fixture/test-postgres.js';

declare global {
  var stopTestPostgres: (() => Promise<void>) | undefined;
}

/** Before all test files: the one PostgreSQL they share. */
export default async function globalSetup(): Promise<void> {
  const server = await startTestPostgres();
  process.env[TEST_POSTGRES_URL] = server.url;
  globalThis.stopTestPostgres = server.stop;
  // Jest dies of these without its teardown; an ordinary exit lets the server shut down.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
}
