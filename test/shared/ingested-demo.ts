import { allProjectors } from '../../src/cli/projectors.js';
import { DemoDatabases } from '../fixture/demo-databases.js';
import type { SharedServer } from './shared-server.js';

/** A database that ingested the still demo chain once from its first block to its last, with all that it asked answered. */
export interface IngestedDemo {
  /** Its name; it has no connections. */
  readonly database: string;
}

/** For the test files that compare other ways of ingesting with this one. */
export async function startIngestedDemo(): Promise<SharedServer<IngestedDemo>> {
  const demo = await DemoDatabases.start();
  const { firstBlock } = demo.chain;
  const database = await demo.template(allProjectors({ firstBlock, isDemo: true }));
  return { told: { database }, stop: () => demo.stop() };
}
