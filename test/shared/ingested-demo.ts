import { allProjectors } from '../../src/runtime/projection/projectors.js';
import { DemoDatabases, type IngestedDemo } from '../fixture/demo-databases.js';
import type { SharedServer } from './shared-server.js';

/** For the test files that compare other ways of ingesting with this one. */
export async function startIngestedDemo(): Promise<SharedServer<IngestedDemo>> {
  const demo = await DemoDatabases.start();
  const { firstBlock } = demo.chain;
  const database = await demo.template(allProjectors({ firstBlock, isDemo: true }));
  return { reported: { database }, stop: () => demo.stop() };
}
