import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../src/platform/postgres/transaction.js';
import { MAINNET } from './capacity-mainnet.js';
import { pretendMainnet } from './mainnet-statistics.js';

/** A statement with values as the service sent them. */
export interface SentStatement {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** A plan reads all rows of a table that grows with the chain. */
export interface WholeRead {
  readonly statement: string;
  readonly tables: readonly string[];
}

export interface PlanReport {
  /** How many statements were planned. */
  readonly planned: number;
  readonly wholeReads: readonly WholeRead[];
  /** Called functions whose own statements a plan does not show, ascending. */
  readonly hidden: readonly string[];
  /** Growing tables without rows in the store, which were planned with made-up ones. */
  readonly empty: readonly string[];
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly PlanNode[];
}

/** Plans statements as PostgreSQL would over mainnet. Nothing of it remains in the store. */
export async function planAtMainnet(pool: Pool, statements: readonly SentStatement[]): Promise<PlanReport> {
  await pool.query('ANALYZE');
  const report = { planned: 0, wholeReads: [] as WholeRead[], hidden: [] as string[], empty: [] as string[] };
  await inTransaction(pool, async (tx) => {
    const { rows } = await tx.query<{ transactions: number }>(
      'SELECT count(*) AS transactions FROM transaction',
    );
    const { growing, empty } = await pretendMainnet(tx, MAINNET.transactions / rows[0]!.transactions);
    const hidden = new Set<string>();
    const functions = await readingFunctions(tx);
    for (const statement of statements) {
      const nodes = nodesOf(await planOf(tx, statement));
      const whole = nodes.flatMap(({ 'Node Type': type, 'Relation Name': table }) =>
        type === 'Seq Scan' && table !== undefined && growing.has(table) ? [table] : [],
      );
      const tables = [...new Set(whole)].sort();
      if (tables.length > 0) report.wholeReads.push({ statement: statement.name, tables });
      for (const name of functions) if (statement.text.includes(`${name}(`)) hidden.add(name);
    }
    Object.assign(report, { planned: statements.length, hidden: [...hidden].sort(), empty });
    throw UNDO;
  }).catch((reason: unknown) => {
    if (reason !== UNDO) throw reason;
  });
  return report;
}

const UNDO = new Error('statistics are not kept');

async function planOf(tx: PoolClient, { name, text, values }: SentStatement): Promise<PlanNode> {
  try {
    const { rows } = await tx.query<{ 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }>(
      `EXPLAIN (FORMAT JSON) ${text}`,
      [...values],
    );
    return rows[0]!['QUERY PLAN'][0]!.Plan;
  } catch (error) {
    throw new Error(`${name} cannot be planned`, { cause: error });
  }
}

function nodesOf(plan: PlanNode): PlanNode[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

/** Those that read and give one value: PostgreSQL does not make them part of the statement that calls them. */
async function readingFunctions(tx: PoolClient): Promise<readonly string[]> {
  const { rows } = await tx.query<{ name: string }>(
    `SELECT proname AS name FROM pg_proc
     WHERE pronamespace = 'public'::regnamespace AND NOT proretset AND provolatile = 's' AND prosrc ~* '\\mfrom\\M'`,
  );
  return rows.map(({ name }) => name);
}
