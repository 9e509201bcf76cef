import { readFileSync, writeFileSync } from 'node:fs';
import type { Pool, QueryConfig } from 'pg';
import { JSON_READY } from '../src/platform/postgres/json-ready.js';
import { startApi } from './read-app.js';

/** The queries the service asks to answer each target. */
export type ReadPlan = ReadonlyMap<string, readonly QueryConfig[]>;

interface WrittenQuery {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Asks the service for every target once and writes down what it asks of the database. Throws where it does not answer 200. */
export async function recordPlan(pool: Pool, targets: readonly string[], file: string): Promise<void> {
  let asked: QueryConfig[] = [];
  const recording = Object.create(pool, {
    query: {
      value: (query: QueryConfig) => {
        asked.push(query);
        return pool.query(query);
      },
    },
  }) as Pool;
  const api = await startApi(recording);
  const plan: Record<string, readonly WrittenQuery[]> = {};
  for (const target of targets) {
    asked = [];
    const response = await fetch(`http://127.0.0.1:${api.port}${target}`);
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${target}: ${response.status} ${text.slice(0, 300)}`);
    plan[target] = asked.map(({ name, text, values = [] }) => ({
      name: name!,
      text,
      values: values.map((value) => (Buffer.isBuffer(value) ? { hex: value.toString('hex') } : value)),
    }));
  }
  await api.close();
  writeFileSync(file, JSON.stringify(plan));
}

export function readPlan(file: string): ReadPlan {
  const plan = JSON.parse(readFileSync(file, 'utf8')) as Record<string, readonly WrittenQuery[]>;
  return new Map(
    Object.entries(plan).map(([target, queries]) => [
      target,
      queries.map(({ values, ...query }) => ({ ...query, values: values.map(bytes), types: JSON_READY })),
    ]),
  );
}

const bytes = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'hex' in value
    ? Buffer.from((value as { hex: string }).hex, 'hex')
    : value;
