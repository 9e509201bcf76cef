import { FIRST_BLOCK } from '../e2e/fixture/chain.js';
import { openDatabase } from '../e2e/fixture/database.js';
import { startService } from '../e2e/fixture/service.js';
import { storeChain } from '../e2e/fixture/store-chain.js';
import type { ServiceUnderTest } from './conformance.js';

/** Starts the service over the fixture chain: islands with gaps, so that every refusal for want of blocks is judged. */
export async function startFixtureService(): Promise<ServiceUnderTest> {
  const database = await openDatabase();
  await storeChain(database.pool);
  const service = await startService({ pool: database.pool, firstBlock: FIRST_BLOCK });
  return {
    baseUrl: service.baseUrl,
    async stop() {
      await service.close();
      await database.close();
    },
  };
}
