import { shuffledRanges } from '../builder/shuffled-ranges.js';
import { BLOCKS_BEFORE_LATE, DemoDatabases, type IngestedDemo } from '../fixture/demo-databases.js';
import { Prng } from '../simulation/prng.js';
import type { SharedServer } from './shared-server.js';

/** Ingested in order, for test files that compare other ways of ingesting. */
export function startIngestedDemo(): Promise<SharedServer<IngestedDemo>> {
  return startTemplate((demo) => demo.template(demo.everyProjector()));
}

/** Ingested in ranges of random order, with answers now and then. */
export function startShuffledDemo(): Promise<SharedServer<IngestedDemo>> {
  const random = new Prng(1);
  return startTemplate((demo) =>
    demo.template(demo.everyProjector(), shuffledRanges(demo.whole, random), () => random.chance(0.3)),
  );
}

/** Ingested without its first blocks. */
export function startLateDemo(): Promise<SharedServer<IngestedDemo>> {
  return startTemplate((demo) => {
    const [first, last] = demo.whole;
    return demo.template(demo.everyProjector(), [[first + BLOCKS_BEFORE_LATE, last]]);
  });
}

async function startTemplate(
  ingested: (demo: DemoDatabases) => Promise<string>,
): Promise<SharedServer<IngestedDemo>> {
  const demo = await DemoDatabases.start();
  return { reported: { database: await ingested(demo) }, stop: () => demo.stop() };
}
