import { runScript, startScript } from './child-run.js';
import { benchRegistry } from './queues-registry.js';
import type { QueuesReport } from './queues-report.js';

/** Most that a sample may take. */
const SECONDS = 30;
const PEAK_MB = 300;

const server = await startScript('queues-server.js');
try {
  const report = JSON.parse(await runScript('queues-run.js', [server.firstLine])) as QueuesReport;
  const { seconds, cpuSeconds, peakMb, sample } = report;
  const shown = seconds.map((took) => took.toFixed(1)).join(' s, then ');
  console.log(
    `${sample.validatorCount} validators: ${shown} s, ${cpuSeconds.toFixed(1)} s of processor for both, ${Math.round(peakMb)} MB at most`,
  );
  verdict(Math.max(...seconds) < SECONDS, `a sample within ${SECONDS} s`);
  verdict(peakMb < PEAK_MB, `within ${PEAK_MB} MB`);
  compare(sample);
} finally {
  await server.stop();
}

/** Against the queues as they truly were, counted validator by validator. */
function compare({ pendingActivation, pendingExit, estimates }: QueuesReport['sample']): void {
  const registry = benchRegistry();
  const now = registry.trueQueues(registry.epoch);
  verdict(
    pendingActivation === now.pendingActivation && pendingExit === now.pendingExit,
    `counts exact: ${pendingActivation} wait to activate, ${pendingExit} to exit`,
  );
  const gaps = estimates.map(({ epoch, ...reported }) => {
    const truth = registry.trueQueues(epoch);
    return [
      truth.pendingActivation - reported.pendingActivation,
      truth.pendingExit - reported.pendingExit,
    ] as const;
  });
  verdict(
    gaps.every(([activation, exit]) => activation >= 0 && exit >= 0),
    `none of ${estimates.length} reconstructed points above the truth`,
  );
}

function verdict(isMet: boolean, what: string): void {
  console.log(`${isMet ? 'met   ' : 'missed'} ${what}`);
  if (!isMet) process.exitCode = 1;
}
