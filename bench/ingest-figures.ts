import type { BlockEntry } from './block-file.js';
import { median } from './quantile.js';
import type { RunReport } from './run-report.js';

/** The least any pipeline that writes the same rows must do; the service's pipeline; that without tracked runs; and that with the log. */
export type Contender = 'floor' | 'pipeline' | 'untracked' | 'logged';

export interface Measurement extends RunReport {
  /** Processor seconds of PostgreSQL during the run. */
  readonly databaseCpuSeconds: number;
  readonly checksums: Readonly<Record<string, string>>;
}

const TARGETS = { ratio: 3.3, peakMb: 600, slowdown: 1.1, logging: 3 };

/** Processor seconds of a run, ours and PostgreSQL's. */
const cpuOf = (run: Measurement): number => run.cpuSeconds + run.databaseCpuSeconds;

/** Prints the medians of all rounds, the ratios to the floor, and whether the targets are met. */
export function printFigures(
  measurements: Readonly<Record<Contender, readonly Measurement[]>>,
  blocks: readonly BlockEntry[],
): void {
  const total = (of: 'transactions' | 'logs' | 'frames'): number =>
    blocks.reduce((sum, entry) => sum + entry[of], 0);
  console.log(
    `\n${blocks.length} blocks, ${total('transactions')} transactions, ${total('logs')} logs, ${total('frames')} frames; medians\n`,
  );
  const { floor, pipeline, untracked, logged } = measurements;
  const floorCpu = floor.length === 0 ? Number.NaN : median(floor.map(cpuOf));
  console.table(
    Object.fromEntries(
      measured(measurements).map(([contender, runs]) => {
        const of = (pick: (run: Measurement) => number): number => median(runs.map(pick));
        const wall = of(({ wallSeconds }) => wallSeconds);
        return [
          contender,
          {
            'CPU s': round(of(cpuOf), 1),
            'of it PostgreSQL': round(
              of(({ databaseCpuSeconds }) => databaseCpuSeconds),
              1,
            ),
            ...(floor.length > 0 && { 'x floor': round(of(cpuOf) / floorCpu, 2) }),
            'wall s': round(wall, 1),
            'blocks/s': round(blocks.length / wall, 1),
            'tx/s': round(total('transactions') / wall, 0),
            'logs/s': round(total('logs') / wall, 0),
            'peak MB': round(
              of(({ peakMb }) => peakMb),
              0,
            ),
            'first tenth blocks/s': round(of(firstTenth), 1),
            'last tenth blocks/s': round(of(lastTenth), 1),
          },
        ];
      }),
    ),
  );
  if (pipeline.length === 0) return;
  if (floor.length > 0) printShares(pipeline, floorCpu);
  if (untracked.length > 0)
    console.log(`tracked runs: ${dearer(untracked, pipeline).toFixed(1)} % of the pipeline without them`);
  if (logged.length > 0) printLogging(pipeline, logged);
  if (floor.length > 0) printTargets(pipeline, floorCpu);
}

const measured = (measurements: Readonly<Record<Contender, readonly Measurement[]>>) =>
  Object.entries(measurements).filter(([, runs]) => runs.length > 0);

/** Percent of processor time by which the second of two is dearer: median over the rounds, in each of which both ran. */
const dearer = (cheap: readonly Measurement[], dear: readonly Measurement[]): number =>
  median(dear.map((run, at) => (100 * (cpuOf(run) - cpuOf(cheap[at]!))) / cpuOf(cheap[at]!)));

function printLogging(pipeline: readonly Measurement[], logged: readonly Measurement[]): void {
  const percent = dearer(pipeline, logged);
  const seconds = median(logged.map(({ stages }) => stages.log ?? 0));
  console.log(
    `transparency log: ${percent.toFixed(1)} % of the processor time without it; ${seconds.toFixed(1)} s of the writing thread`,
  );
  printVerdict(percent <= TARGETS.logging, `log ${percent.toFixed(1)} % dearer, at most ${TARGETS.logging}`);
}

function printVerdict(met: boolean, text: string): void {
  console.log(`${met ? 'met   ' : 'missed'} ${text}`);
}

/** Verification and encoding are processor time of the one thread; the other two are waits, mostly for PostgreSQL. */
function printShares(runs: readonly Measurement[], floorCpu: number): void {
  const stage = (name: string): number => median(runs.map(({ stages }) => stages[name] ?? 0));
  const waits = stage('events') + stage('projections');
  const database = median(runs.map(({ databaseCpuSeconds }) => databaseCpuSeconds));
  const eventStore = stage('encode') + (database * stage('events')) / waits;
  const share = (seconds: number): string =>
    `${seconds.toFixed(1)} CPU s, ${(seconds / floorCpu).toFixed(2)} floors`;
  console.log(`verification: ${share(stage('verify'))}`);
  console.log(
    `event store: ${share(eventStore)} (encoding ${stage('encode').toFixed(1)} s; PostgreSQL by share of the waits)`,
  );
}

function printTargets(runs: readonly Measurement[], floorCpu: number): void {
  const ratio = median(runs.map(cpuOf)) / floorCpu;
  const peakMb = median(runs.map((run) => run.peakMb));
  const slowdown = median(runs.map((run) => firstTenth(run) / lastTenth(run)));
  printVerdict(ratio <= TARGETS.ratio, `CPU ${ratio.toFixed(2)} of the floor, at most ${TARGETS.ratio}`);
  printVerdict(peakMb < TARGETS.peakMb, `peak memory ${peakMb.toFixed(0)} MB, under ${TARGETS.peakMb}`);
  printVerdict(
    slowdown <= TARGETS.slowdown,
    `first tenth ${slowdown.toFixed(2)} times as fast as the last, at most ${TARGETS.slowdown}`,
  );
}

type Progress = RunReport['progress'];

/** The first flush waits for the pipeline to fill and the last one for nothing: both are left out. */
const steady = ({ progress }: RunReport): Progress => progress.slice(1, -1);

const firstTenth = (run: RunReport): number => {
  const flushes = steady(run);
  const [from] = flushes;
  return rate(from!, flushes.find(([blocks]) => blocks >= from![0] + tenthOf(run)) ?? flushes.at(-1)!);
};

const lastTenth = (run: RunReport): number => {
  const flushes = steady(run);
  const to = flushes.at(-1)!;
  return rate(flushes.findLast(([blocks]) => blocks <= to[0] - tenthOf(run)) ?? flushes[0]!, to);
};

const tenthOf = ({ progress }: RunReport): number => progress.at(-1)![0] / 10;

const rate = (from: Progress[number], to: Progress[number]): number => (to[0] - from[0]) / (to[1] - from[1]);

const round = (value: number, digits: number): number => Number(value.toFixed(digits));
