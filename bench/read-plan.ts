import { readFileSync, writeFileSync } from 'node:fs';
import type { Pool, QueryConfig } from 'pg';
import { JSON_READY } from '../src/platform/postgres/json-ready.js';
import { notedPool } from './noted-pool.js';
import { type Surroundings, startApi } from './read-app.js';

/** What the service asks of the database to answer a target, and what it answers. */
interface PlannedAnswer {
  readonly queries: readonly QueryConfig[];
  readonly body: string;
}

export type ReadPlan = ReadonlyMap<string, PlannedAnswer>;

interface WrittenAnswer {
  readonly queries: readonly WrittenQuery[];
  readonly body: string;
}

interface WrittenQuery {
  /** Name of the prepared statement, if it is one. */
  readonly name?: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/**
 * Asks the service for every target and writes down what it asks of the database for the second answer: what a process asks once a second, as
 * the version of the store, is no part of an answer. Throws where it does not answer 200.
 */
export async function recordPlan(
  pool: Pool,
  targets: readonly string[],
  file: string,
  surroundings?: Surroundings,
): Promise<void> {
  let asked: QueryConfig[] = [];
  const recording = notedPool(pool, (query) => asked.push(query));
  const api = await startApi(recording, surroundings);
  const plan: Record<string, WrittenAnswer> = {};
  for (const target of targets) {
    const ask = () => fetch(`http://127.0.0.1:${api.port}${target}`);
    await (await ask()).text();
    asked = [];
    const response = await ask();
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${target}: ${response.status} ${text.slice(0, 300)}`);
    const queries = asked.map(({ name, text, values = [] }) => ({
      ...(name !== undefined && { name }),
      text,
      values: values.map(written),
    }));
    plan[target] = { queries, body: text };
  }
  await api.close();
  writeFileSync(file, JSON.stringify(plan));
}

export function readPlan(file: string): ReadPlan {
  const plan = JSON.parse(readFileSync(file, 'utf8')) as Record<string, WrittenAnswer>;
  return new Map(
    Object.entries(plan).map(([target, { queries, body }]) => [
      target,
      {
        queries: queries.map(({ values, ...query }) => ({
          ...query,
          values: values.map(bytes),
          // A copy, so that the driver reads the rows itself: the yardstick is the driver as it is.
          types: { ...JSON_READY },
        })),
        body,
      },
    ]),
  );
}

const written = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(written);
  // As the driver sends it.
  if (typeof value === 'bigint') return String(value);
  return Buffer.isBuffer(value) ? { hex: value.toString('hex') } : value;
};

const bytes = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(bytes);
  return typeof value === 'object' && value !== null && 'hex' in value
    ? Buffer.from((value as { hex: string }).hex, 'hex')
    : value;
};
