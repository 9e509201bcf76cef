import type { BenchDatabase, TableSize } from './bench-database.js';
import type { BlockEntry } from './block-file.js';
import type { Cost, Sample, Units } from './capacity-mainnet.js';
import { runContender, startPlayback } from './child-run.js';

/** How much of a block is stored; each stage includes those before it. */
export interface Stage {
  readonly name: string;
  readonly adds: string;
  /** The unit that the work of the stage grows with. */
  readonly unit: keyof Units;
  /** Tracers that the node offers. */
  readonly tracers: readonly string[];
  /** Projectors, with those they read from; all when left out. */
  readonly only?: readonly string[];
}

const BLOCKS = ['block', 'transaction', 'log', 'withdrawal', 'coverage'];
const FRAMES = [...BLOCKS, 'internal_transfer', 'failed_frame', 'contract'];
const STATE = [...FRAMES, 'storage', 'native_balance'];
const BOTH = ['callTracer', 'prestateTracer'];

export const STAGES: readonly Stage[] = [
  {
    name: 'blocks',
    adds: 'the chain log, blocks, transactions, logs and withdrawals, verified',
    unit: 'logs',
    tracers: [],
    only: BLOCKS,
  },
  {
    name: 'with frames',
    adds: 'call frames: internal transfers, failed calls and contracts',
    unit: 'frames',
    tracers: ['callTracer'],
    only: FRAMES,
  },
  {
    name: 'with state',
    adds: 'state changes: storage, code, balances and nonces of every block',
    unit: 'frames',
    tracers: BOTH,
    only: STATE,
  },
  {
    name: 'everything',
    adds: 'token transfers and holders, counterparties, prices, tracked runs, claims and proofs',
    unit: 'logs',
    tracers: BOTH,
  },
];

/** Blocks of the shorter run. */
const FEW = 25;

export interface MeasuredStage {
  readonly stage: Stage;
  readonly sample: Sample;
  /** Sizes after the longer run, the largest table first. */
  readonly tables: readonly TableSize[];
}

/** Fills a database to a stage twice: with few blocks, and with all. Nothing remains of it. */
export async function measureStage(
  stage: Stage,
  database: BenchDatabase,
  blocks: readonly BlockEntry[],
): Promise<MeasuredStage> {
  const few = await fill(stage, database, blocks.slice(0, FEW));
  const many = await fill(stage, database, blocks);
  return { stage, sample: { few: few.cost, many: many.cost }, tables: many.tables };
}

async function fill({ tracers, only }: Stage, database: BenchDatabase, blocks: readonly BlockEntry[]) {
  const name = 'bench_capacity';
  const playback = await startPlayback(tracers);
  const databaseUrl = await database.fresh(name);
  try {
    const before = database.cpuSeconds();
    const { cpuSeconds } = await runContender('pipeline-run.js', {
      ...{ rpcUrl: playback.url, databaseUrl, postmaster: database.postmaster },
      ...{ first: blocks[0]!.number, last: blocks.at(-1)!.number },
      ...(only && { only }),
    });
    const databaseSeconds = database.cpuSeconds() - before;
    const tables = await database.sizes(name);
    const bytes = tables.reduce((sum, table) => sum + bytesOf(table), 0);
    const cost: Cost = { blocks: unitsOf(blocks), cpuSeconds: cpuSeconds + databaseSeconds, bytes };
    return { cost, tables };
  } finally {
    await playback.stop();
    await database.drop(name);
  }
}

/** With its indexes. */
export const bytesOf = ({ rows, indexes }: TableSize): number =>
  Object.values(indexes).reduce((sum, bytes) => sum + bytes, rows);

function unitsOf(blocks: readonly BlockEntry[]): Units {
  const sum = (of: keyof Units): number => blocks.reduce((total, entry) => total + entry[of], 0);
  return { transactions: sum('transactions'), logs: sum('logs'), frames: sum('frames') };
}
