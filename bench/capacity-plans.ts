import type { Pool, PoolClient } from 'pg';
import { makePartitions } from '../src/platform/postgres/partitions/block-partitions.js';
import { inTransaction } from '../src/platform/postgres/transaction.js';
import { MAINNET } from './capacity-mainnet.js';
import { pretendMainnet, wholeOf } from './mainnet-statistics.js';

/** A statement with values as the service sent them. */
export interface SentStatement {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** What a plan does to tables that grow with the chain. */
export interface CostlyRead {
  readonly statement: string;
  readonly tables: readonly string[];
}

export interface PlanReport {
  /** How many statements were planned. */
  readonly planned: number;
  /** All rows of a table are read, or an index is skipped through. */
  readonly wholeReads: readonly CostlyRead[];
  /** The first rows by block are wanted, and all of an address are read and sorted for them. */
  readonly sortedReads: readonly CostlyRead[];
  /** Called functions whose own statements the plan does not show, ascending. */
  readonly hidden: readonly string[];
  /** Growing tables without rows in the store, which were planned with made-up ones. */
  readonly empty: readonly string[];
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly 'Sort Key'?: readonly string[];
  readonly Plans?: readonly PlanNode[];
}

/** Plans statements as PostgreSQL would over mainnet. Nothing of it remains in the store. */
export async function planAtMainnet(pool: Pool, statements: readonly SentStatement[]): Promise<PlanReport> {
  await pool.query('ANALYZE');
  const wholeReads: CostlyRead[] = [];
  const sortedReads: CostlyRead[] = [];
  const report = { planned: 0, wholeReads, sortedReads, hidden: [] as string[], empty: [] as string[] };
  await inTransaction(pool, async (tx) => {
    const { rows } = await tx.query<{ transactions: number }>(
      'SELECT count(*) AS transactions FROM transaction',
    );
    await makePartitions(tx, MAINNET_PARTITIONS);
    const { growing, empty } = await pretendMainnet(tx, MAINNET.transactions / rows[0]!.transactions);
    const hidden = new Set<string>();
    const functions = await readingFunctions(tx);
    const leading = await leadingColumns(tx);
    for (const statement of statements) {
      const plans = await plansOf(tx, statement);
      const note = (reads: CostlyRead[], tablesOf: (plan: PlanNode) => string[]): void => {
        const tables = [...new Set(plans.flatMap(tablesOf))].filter((table) => growing.has(table)).sort();
        if (tables.length > 0) reads.push({ statement: statement.name, tables });
      };
      note(wholeReads, (plan) => [...tablesReadWhole(plan), ...tablesSkippedThrough(plan, leading)]);
      note(sortedReads, tablesSorted);
      for (const name of functions) if (statement.text.includes(`${name}(`)) hidden.add(name);
    }
    Object.assign(report, { planned: statements.length, hidden: [...hidden].sort(), empty });
    throw UNDO;
  }).catch((reason: unknown) => {
    if (reason !== UNDO) throw reason;
  });
  return report;
}

/** The last one contains block 24,000,000. */
const MAINNET_PARTITIONS = Array.from({ length: 23 }, (_, number) => number);

const UNDO = new Error('statistics are not kept');

/**
 * The plan for these values, and the generic plan: a connection may keep the latter once it has sent a
 * statement several times.
 */
async function plansOf(tx: PoolClient, { name, text, values }: SentStatement): Promise<PlanNode[]> {
  try {
    return [
      await planOf(tx, `EXPLAIN (FORMAT JSON) ${text}`, [...values]),
      await planOf(tx, `EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`),
    ];
  } catch (error) {
    throw new Error(`${name} cannot be planned`, { cause: error });
  }
}

async function planOf(tx: PoolClient, text: string, values?: unknown[]): Promise<PlanNode> {
  const { rows } = await tx.query<{ 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }>(text, values);
  return rows[0]!['QUERY PLAN'][0]!.Plan;
}

function nodesOf(plan: PlanNode): PlanNode[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

function tablesReadWhole(plan: PlanNode): string[] {
  return nodesOf(plan).flatMap((node) => (node['Node Type'] === 'Seq Scan' ? tableOf(node) : []));
}

/**
 * Tables with an index that is searched by another than its first column: PostgreSQL underestimates the cost
 * of skipping through all of it.
 */
function tablesSkippedThrough(plan: PlanNode, leading: ReadonlyMap<string, LeadingColumn>): string[] {
  return nodesOf(plan).flatMap((node) => {
    const { 'Index Name': index, 'Index Cond': condition } = node;
    const known = index === undefined ? undefined : leading.get(index);
    return known === undefined || condition === undefined || known.column.test(condition)
      ? []
      : [known.table];
  });
}

interface LeadingColumn {
  /** Matches the column, or its use in a function. */
  readonly column: RegExp;
  readonly table: string;
}

/** The leading columns of indexes with several columns, by the name of the index. */
async function leadingColumns(tx: PoolClient): Promise<ReadonlyMap<string, LeadingColumn>> {
  const { rows } = await tx.query<{ index: string; column: string; table: string }>(
    `SELECT relname AS index, substring(pg_get_indexdef(indexrelid, 1, true) FROM '\\w+') AS column, indrelid::regclass::text AS table
     FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid WHERE indnkeyatts > 1 AND relkind = 'i'`,
  );
  return new Map(
    rows.map(({ index, column, table }) => [
      index,
      { column: new RegExp(`\\b${column}\\b`), table: wholeOf(table) },
    ]),
  );
}

function tablesSorted(plan: PlanNode): string[] {
  return nodesOf(plan)
    .filter((node) => node['Node Type'] === 'Limit')
    .flatMap(({ Plans = [] }) => Plans)
    .filter((node) => node['Node Type'] === 'Sort' && node['Sort Key']?.[0]?.includes('block_number'))
    .flatMap(({ Plans = [] }) => Plans.flatMap(tablesWalked));
}

/** Plan nodes that pass on every row of the nodes below them. */
const GIVES_ALL = new Set(['Append', 'Result', 'Subquery Scan']);

function tablesWalked(node: PlanNode): string[] {
  return GIVES_ALL.has(node['Node Type']) ? (node.Plans ?? []).flatMap(tablesWalked) : tableOf(node);
}

const tableOf = ({ 'Relation Name': table }: PlanNode): string[] =>
  table === undefined ? [] : [wholeOf(table)];

/**
 * Functions that read tables and return one value: PostgreSQL does not inline them into the calling
 * statement.
 */
async function readingFunctions(tx: PoolClient): Promise<readonly string[]> {
  const { rows } = await tx.query<{ name: string }>(
    `SELECT proname AS name FROM pg_proc
     WHERE pronamespace = 'public'::regnamespace AND NOT proretset AND provolatile = 's' AND prosrc ~* '\\mfrom\\M'`,
  );
  return rows.map(({ name }) => name);
}
