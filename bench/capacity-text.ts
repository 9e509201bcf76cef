import type { TableSize } from './bench-database.js';
import { MAINNET, type NeedRange, type Units } from './capacity-mainnet.js';
import type { PlanReport } from './capacity-plans.js';
import { bytesOf, type Stage } from './capacity-stages.js';

/** Others' figures for all of mainnet, terabytes. */
const OTHERS = [
  ['Blockscout, all of its tables', 21],
  ['reth, an archive node', 2.8],
] as const;
/** Tables below it are summed as one, bytes a transaction. */
const LEAST_SHOWN = 20;

export interface CapacityFigures {
  readonly blocks: number;
  readonly measured: Units;
  readonly stages: readonly { readonly stage: Stage; readonly need: NeedRange }[];
  /** Of the last stage. */
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

/** Which statements would read a whole table, as Markdown. */
export function plansText({ planned, wholeReads, hidden, empty }: PlanReport, methods: number): string {
  const byTables = new Map(wholeReads.map(({ statement, tables }) => [statement, tables.join(', ')]));
  const found =
    byTables.size === 0
      ? ['No plan reads a whole table that grows with the chain.']
      : [
          `${byTables.size} statements read a whole table that grows with the chain:`,
          '',
          table(['statement', 'tables'], [...byTables]),
        ];
  return [
    '# Plans at the size of mainnet',
    '',
    `${planned} statements, as ${methods} methods send them over the demo chain, planned by PostgreSQL as if each growing table had the rows of`,
    `${billions(MAINNET.transactions)} transactions.`,
    '',
    ...found,
    '',
    `Not seen: the statements inside of ${hidden.length === 0 ? 'functions, of which none was called' : hidden.join(', ')}.`,
    ...(empty.length === 0
      ? []
      : [`Without rows in the demo chain, and planned with made-up ones: ${empty.join(', ')}.`]),
    '',
  ].join('\n');
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
