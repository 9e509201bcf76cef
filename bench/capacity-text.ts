import { shardsAlone, shardsBeside } from '../src/engine/shards/shard-of.js';
import type { TableSize } from './bench-database.js';
import {
  type Machines,
  type MachinesNeed,
  type MainnetParts,
  machinesNeed,
  mostThreads,
} from './capacity-machines.js';
import { MAINNET, type NeedRange, type Units } from './capacity-mainnet.js';
import type { CostlyRead, PlanReport } from './capacity-plans.js';
import { bytesOf, type Stage } from './capacity-stages.js';

/** Others' figures for all of mainnet, terabytes. */
const OTHERS = [
  ['Blockscout, all of its tables', 21],
  ['reth, an archive node', 2.8],
] as const;
const THREE = 'three of 8 cores: one writes, one evaluates, one has PostgreSQL';
/** What is filled by one writer. */
const MACHINES: readonly Machines[] = [
  { name: 'one, of 2 cores', threads: 1, shared: 2, nodes: 0 },
  { name: 'one, of 4 cores', threads: 3, shared: 4, nodes: 0 },
  { name: 'one, of 8 cores', threads: 7, shards: shardsBeside(7), shared: 8, nodes: 0 },
  { name: 'one, of 16 cores', threads: 15, shards: shardsBeside(15), shared: 16, nodes: 0 },
  { name: THREE, threads: 7, shards: shardsAlone(8), nodes: 0 },
  { name: 'a cluster: these, and 2 nodes', threads: 7, shards: shardsAlone(8), nodes: 2 },
  { name: 'a cluster: these, and 8 nodes', threads: 7, shards: shardsAlone(8), nodes: 8 },
];
/** Bytes a transaction. Smaller tables are summed as one. */
const LEAST_SHOWN = 20;

export interface CapacityFigures {
  readonly blocks: number;
  readonly measured: Units;
  readonly stages: readonly { readonly stage: Stage; readonly need: NeedRange }[];
  /** Sizes of the last stage. */
  readonly tables: readonly TableSize[];
  readonly rounds: number;
}

/** What mainnet takes, as Markdown. */
export function capacityText({ blocks, measured, stages, tables, rounds }: CapacityFigures): string {
  const { transactions, logs, frames } = measured;
  const rows = stages.map(({ stage: { name, adds }, need: { least, most } }) => [
    name,
    range(least.days, most.days, 0),
    range(least.terabytes, most.terabytes, 1),
    adds,
  ]);
  const each = (bytes: number): number => Math.round(bytes / transactions);
  const shown = tables.filter((table) => each(bytesOf(table)) >= LEAST_SHOWN);
  const rest = tables.filter((table) => !shown.includes(table));
  return [
    '# What all of mainnet takes',
    '',
    `Measured over ${blocks} generated blocks with ${transactions} transactions, ${logs} logs and ${frames} call frames; ${rounds === 1 ? 'one round' : `medians of ${rounds} rounds`}, with all`,
    'stages in each round. What a start costs is taken off, by a run over few blocks.',
    '',
    table(['stored', 'days of one core', 'terabytes', 'what the stage adds'], rows),
    '',
    `Mainnet is taken to have ${billions(MAINNET.transactions)} transactions, ${billions(MAINNET.logs)} logs and ${billions(MAINNET.frames)} call frames. The lower figure of each range scales by`,
    `transactions. The measured blocks have fewer logs and frames for each transaction (${ratio(logs, transactions)} and ${ratio(frames, transactions)}, mainnet ${ratio(MAINNET.logs, MAINNET.transactions)} and ${ratio(MAINNET.frames, MAINNET.transactions)}), so the higher`,
    'figure scales each stage by logs or frames, whichever its work grows with. Days are processor time, with that of PostgreSQL, and without that of the node. A database',
    'that does not fit into memory costs more. A short range has more new subjects than a long one, so a longer run costs less for each transaction. Neither is measured here.',
    '',
    table(
      ['for comparison', 'terabytes'],
      OTHERS.map(([name, size]) => [name, String(size)]),
    ),
    '',
    '## Bytes of a transaction, with everything',
    '',
    table(
      ['table', 'rows', 'indexes', 'all'],
      [
        ...shown.map((one) => line(one.table, [one])),
        line(`${rest.length} others`, rest),
        line('all', tables),
      ],
    ),
    '',
  ].join('\n');

  function line(name: string, of: readonly TableSize[]): string[] {
    const all = of.reduce((sum, one) => sum + bytesOf(one), 0);
    const own = of.reduce((sum, one) => sum + one.rows, 0);
    return [name, each(own), each(all - own), each(all)].map(String);
  }
}

const BOUNDS: Readonly<Record<MachinesNeed['bound'], string>> = {
  gathered: 'threads that fetch and verify',
  written: 'the thread that writes',
  evaluated: 'evaluation',
  cores: 'cores',
};

/** What machines make of mainnet, as Markdown. */
export function machinesText(parts: MainnetParts, blocks: number, transactions: number): string {
  const { days, allDays, sharded, terabytes } = parts;
  const most = shardsAlone(8);
  const rows = MACHINES.map((machines) => {
    const need = machinesNeed(parts, machines);
    return [
      machines.name,
      need.days.toFixed(1),
      BOUNDS[need.bound],
      need.server.toFixed(1),
      machines.nodes === 0 ? '' : need.node.toFixed(1),
    ];
  });
  return [
    '# What machines make of it',
    '',
    `Each part of a fill measured alone, over ${blocks} generated blocks with ${transactions} transactions, and scaled to the ${billions(MAINNET.transactions)} of mainnet. To fetch, verify and`,
    `encode takes ${days.gathered.toFixed(1)} days of one core, which threads share; to write ${days.written.toFixed(1)} days and to evaluate ${days.evaluated.toFixed(1)} days, each one thread that waits for PostgreSQL, whose`,
    `processor time is included; all of it ${allDays.toFixed(1)} days. The parts work at the same time, so the slowest of them takes as long as all. In shards, evaluation is`,
    `${sharded.serial.toFixed(1)} days of the thread with the transaction and of PostgreSQL, ${sharded.divided.toFixed(1)} that shards divide, and ${sharded.each.toFixed(1)} of each of them.`,
    '',
    table(['machines', 'days', 'bound by', 'TB of the server', 'TB of each node'], rows),
    '',
    `Threads that fetch and verify: ${mostThreads(parts)} keep up with the slowest other part without shards, ${mostThreads(parts, most)} with ${most}. Beyond that the database with the one thread that writes to it, or with the one that`,
    `has the transactions of claims, is the limit, whatever is added. Nodes of a cluster have bundles, rows of blocks, facts and claims (${terabytes.distributed.toFixed(1)} TB), the coordinator all that is folded (${terabytes.others.toFixed(1)} TB); they divide bytes, not days. Not measured`,
    'here: the network between machines, two-phase commits, and a database that does not fit into memory.',
    '',
  ].join('\n');
}

/** Which statements would read much more than they give, as Markdown. */
export function plansText(
  { planned, wholeReads, sortedReads, hidden, empty }: PlanReport,
  methods: number,
): string {
  return [
    '# Plans at the size of mainnet',
    '',
    `${planned} statements, as ${methods} methods send them over the demo chain, planned by PostgreSQL as if each growing table had the rows of`,
    `${billions(MAINNET.transactions)} transactions.`,
    '',
    ...readsText(wholeReads, 'a whole table that grows with the chain'),
    '',
    ...readsText(sortedReads, 'and sort all rows of an address where the first by block are wanted'),
    '',
    `Not seen: the statements inside of ${hidden.length === 0 ? 'functions, of which none was called' : hidden.join(', ')}.`,
    ...(empty.length === 0
      ? []
      : [`Without rows in the demo chain, and planned with made-up ones: ${empty.join(', ')}.`]),
    '',
  ].join('\n');
}

function readsText(reads: readonly CostlyRead[], what: string): string[] {
  const byTables = new Map(reads.map(({ statement, tables }) => [statement, tables.join(', ')]));
  if (byTables.size === 0) return [`No statement would read ${what}.`];
  return [`${byTables.size} statements read ${what}:`, '', table(['statement', 'tables'], [...byTables])];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

const range = (least: number, most: number, digits: number): string =>
  least.toFixed(digits) === most.toFixed(digits)
    ? least.toFixed(digits)
    : `${least.toFixed(digits)} to ${most.toFixed(digits)}`;

const ratio = (many: number, one: number): string => (many / one).toFixed(1);

const billions = (count: number): string => `${(count / 1e9).toFixed(1)} billion`;
