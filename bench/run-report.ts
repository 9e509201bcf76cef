import { letHeapDouble } from '../src/platform/process/let-heap-double.js';
import { ownCost, type Spent } from './process-cost.js';

/** Settings of a measured process, as JSON in `BENCH_RUN`. */
export interface RunSettings {
  readonly rpcUrl: string;
  /** An empty database. */
  readonly databaseUrl: string;
  readonly first: number;
  readonly last: number;
  /** A projection the service's pipeline leaves out. */
  readonly without?: string;
  /** Whether all claims are logged at the end, as far as their batches are whole. */
  readonly logged?: boolean;
  /** Threads that fetch and verify; none where it is left out. */
  readonly workers?: number;
  /** Threads that divide evaluation among them; one where it is left out. */
  readonly shards?: number;
  /** Pid of the first process of the PostgreSQL. */
  readonly postmaster: number;
  /** Projections it has alone, with those they read from. */
  readonly only?: readonly string[];
}

/** Report of a measured process, as one line of JSON. */
export interface RunReport {
  readonly wallSeconds: number;
  readonly cpuSeconds: number;
  readonly peakMb: number;
  /** When the first block is asked for (0 blocks) and after each flush: blocks stored so far, and seconds since the start. */
  readonly progress: readonly (readonly [number, number])[];
  /** Seconds by stage, where reported. */
  readonly stages: Readonly<Record<string, number>>;
  /** From the first request to the last claim, where reported. */
  readonly fill?: Spent;
  readonly parts?: Parts;
  readonly handed?: Handed;
}

/** What each part of a long fill takes by itself. */
export interface Parts {
  /** Fetching, verifying and encoding the blocks. */
  readonly gathered: Spent;
  /** Storing the encoded blocks, with all projections but claims. */
  readonly written: Spent;
  readonly evaluated: Spent;
}

/** What it costs to hand blocks over from another process to the writer, besides fetching them. */
export interface Handed {
  readonly kept: Spent;
  readonly taken: Spent;
}

type Reported = Pick<RunReport, 'stages' | 'fill' | 'parts' | 'handed'>;

/** Runs the measured work of this process and prints its report. `onFlush(0)` marks the end of preparations. */
export async function measured(
  work: (settings: RunSettings, onFlush: (blocks: number) => void) => Promise<Reported>,
): Promise<void> {
  letHeapDouble();
  const settings = JSON.parse(process.env.BENCH_RUN!) as RunSettings;
  const startedAt = performance.now();
  const seconds = (): number => (performance.now() - startedAt) / 1000;
  const progress: [number, number][] = [];
  let stored = 0;
  const reported = await work(settings, (blocks) => {
    stored += blocks;
    progress.push([stored, seconds()]);
  });
  const report: RunReport = { wallSeconds: seconds(), ...ownCost(), progress, ...reported };
  console.log(JSON.stringify(report));
}
