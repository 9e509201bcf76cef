import { ConsensusSource } from '../src/node/consensus/consensus-source.js';
import { ownCost } from './process-cost.js';
import type { QueuesReport } from './queues-report.js';

/** Takes the first sample of the node whose address is the argument, and one more; prints the cost. */
const source = new ConsensusSource([process.argv[2]!]);
const first = await timed(undefined);
const later = await timed(0);
await source.close();
const { pendingActivation, pendingExit, validatorCount, estimates } = first.sample;
const report: QueuesReport = {
  seconds: [first.seconds, later.seconds],
  ...ownCost(),
  sample: { validatorCount, pendingActivation, pendingExit, estimates },
};
console.log(JSON.stringify(report));

async function timed(after: number | undefined) {
  const started = performance.now();
  const { sample } = (await source.newest(after))!;
  return { sample, seconds: (performance.now() - started) / 1_000 };
}
