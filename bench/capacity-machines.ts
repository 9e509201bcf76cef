import { DISTRIBUTED_TABLES } from '../src/platform/postgres/distributed/distributed-tables.js';
import type { TableSize } from './bench-database.js';
import { MAINNET } from './capacity-mainnet.js';
import { bytesOf } from './capacity-stages.js';
import type { Spent } from './process-cost.js';
import type { Parts } from './run-report.js';

/** Days of an evaluation by shards. */
export interface ShardedDays {
  /** Days of the thread with the transaction, and of PostgreSQL. */
  readonly serial: number;
  /** Days that the shards divide among them. */
  readonly divided: number;
  /** Days that each shard adds, whatever their number. */
  readonly each: number;
}

/** What the parts of a fill take, and the bytes that it leaves, scaled to mainnet. */
export interface MainnetParts {
  /**
   * Days of each part alone. Writing and evaluating wait for PostgreSQL, so its processor time counts as
   * theirs.
   */
  readonly days: Readonly<Record<keyof Parts, number>>;
  readonly sharded: ShardedDays;
  /** Days of one core for all parts and PostgreSQL. */
  readonly allDays: number;
  /** For tables that lie on the nodes of a cluster, and for all others. */
  readonly terabytes: { readonly distributed: number; readonly others: number };
}

/** Machines that fill one database together. */
export interface Machines {
  readonly name: string;
  /** Threads that fetch and verify. */
  readonly threads: number;
  /** Cores of a machine that does all of it, with PostgreSQL; absent where each part has a machine of its own. */
  readonly shared?: number;
  /** Threads that divide evaluation; one where they are left out. */
  readonly shards?: number;
  /** Nodes of a cluster that have rows; 0 where one server has all. */
  readonly nodes: number;
}

export interface MachinesNeed {
  readonly days: number;
  /** The part that all others wait for. */
  readonly bound: keyof Parts | 'cores';
  /** Terabytes of the server with the log, and of each node. */
  readonly server: number;
  readonly node: number;
}

const SECONDS_PER_DAY = 86_400;

/** Evaluations of the same blocks by two numbers of shards. */
export type ShardedRuns = readonly [ShardedRun, ShardedRun];

export interface ShardedRun {
  readonly shards: number;
  readonly spent: Spent;
}

/**
 * By processor time, which is steadier than wall time.
 *
 * @param parts of a fill with so many transactions, by which it is scaled
 */
export function mainnetParts(
  parts: Parts,
  runs: ShardedRuns,
  tables: readonly TableSize[],
  transactions: number,
): MainnetParts {
  const times = MAINNET.transactions / transactions;
  const days = (seconds: number): number => (seconds * times) / SECONDS_PER_DAY;
  const all = Object.values(parts).reduce((sum, part) => sum + processorSeconds(part), 0);
  const bytes = { distributed: 0, others: 0 };
  for (const table of tables)
    bytes[DISTRIBUTED_TABLES.includes(table.table) ? 'distributed' : 'others'] += bytesOf(table);
  return {
    days: {
      gathered: days(parts.gathered.cpuSeconds),
      written: days(processorSeconds(parts.written)),
      evaluated: days(processorSeconds(parts.evaluated)),
    },
    sharded: shardedDays(runs, days),
    allDays: days(all),
    terabytes: { distributed: (bytes.distributed * times) / 1e12, others: (bytes.others * times) / 1e12 },
  };
}

const processorSeconds = ({ cpuSeconds, databaseSeconds }: Spent): number => cpuSeconds + databaseSeconds;

function shardedDays([few, many]: ShardedRuns, days: (seconds: number) => number): ShardedDays {
  const ofShards = ({ spent: { cpuSeconds, threadSeconds } }: ShardedRun) => cpuSeconds - threadSeconds;
  const each = Math.max(0, (ofShards(many) - ofShards(few)) / (many.shards - few.shards));
  const { threadSeconds, databaseSeconds } = many.spent;
  return {
    serial: days(threadSeconds + databaseSeconds),
    divided: days(ofShards(many) - each * many.shards),
    each: days(each),
  };
}

/**
 * With one shard, one thread evaluates. With several, each waits for the slowest at every stratum, and all
 * wait for the thread with the transaction.
 */
export function evaluationDays({ days, sharded }: MainnetParts, shards: number): number {
  const { serial, divided, each } = sharded;
  return shards === 1 ? days.evaluated : serial + divided / shards + each;
}

/** The parts work at the same time, so the slowest of them takes as long as all. */
export function machinesNeed(
  parts: MainnetParts,
  { threads, shared, nodes, shards = 1 }: Machines,
): MachinesNeed {
  const { days, allDays, sharded, terabytes } = parts;
  const { serial, divided, each } = sharded;
  const more = shards === 1 ? 0 : serial + divided + each * shards - days.evaluated;
  const limits: Record<MachinesNeed['bound'], number> = {
    gathered: days.gathered / threads,
    written: days.written,
    evaluated: evaluationDays(parts, shards),
    cores: shared === undefined ? 0 : (allDays + more) / shared,
  };
  const bound = (Object.keys(limits) as MachinesNeed['bound'][]).reduce((slowest, one) =>
    limits[one] > limits[slowest] ? one : slowest,
  );
  const { distributed, others } = terabytes;
  return {
    days: limits[bound],
    bound,
    server: nodes === 0 ? distributed + others : others,
    node: nodes === 0 ? 0 : distributed / nodes,
  };
}

/** Threads that fetch and verify beyond which more of them gain nothing. */
export function mostThreads(parts: MainnetParts, shards = 1): number {
  const { gathered, written } = parts.days;
  return Math.ceil(gathered / Math.max(written, evaluationDays(parts, shards)));
}
