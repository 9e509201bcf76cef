import { dropTemplate } from './fixture/database.js';
import { startTestPostgres, TEST_POSTGRES_URL } from './fixture/test-postgres.js';
import { SHARED_SERVERS_URL } from './shared/ask-shared.js';
import { SharedServers } from './shared/shared-servers.js';

declare global {
  var stopSharedServers: (() => Promise<void>) | undefined;
}

/** Runs before all test files: starts the PostgreSQL that they share, and the host of further shared servers. */
export default async function globalSetup(): Promise<void> {
  const postgres = await startTestPostgres();
  await dropTemplate(postgres.url);
  const servers = new SharedServers();
  process.env[TEST_POSTGRES_URL] = postgres.url;
  process.env[SHARED_SERVERS_URL] = await servers.listen();
  globalThis.stopSharedServers = async () => {
    await servers.stop();
    await dropTemplate(postgres.url);
    await postgres.stop();
  };
  // These signals kill Jest without its teardown; an ordinary exit lets the servers shut down.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
}
