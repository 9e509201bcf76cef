import { Client, type CustomTypesConfig, type Pool, type QueryConfig, types } from 'pg';
import { arrayParameter } from './array-parameter.js';
import { endWithClient } from './end-with-client.js';
import { NamedPool } from './named-pool.js';
import { NamedRead } from './named-read.js';

/** As `pg_stat_activity` names the sessions of processes that answer requests. */
export const ANSWERING_SESSION = 'chainproof-api';

export interface PoolOptions {
  /** Shown in pg_stat_activity; `chainproof` when left out. */
  readonly applicationName?: string;
  /** Connections at most; 10 when left out. */
  readonly max?: number;
  /** Longest a statement may run, in ms; 0 for no limit but the life of this process, 30 s when left out. */
  readonly statementTimeoutMs?: number;
  /** Longest a statement may wait for one lock, in ms; 0 for no limit, 10 s when left out. */
  readonly lockTimeoutMs?: number;
  /** Longest to wait for a connection, new or lent out to others, in ms; 10 s when left out. */
  readonly connectTimeoutMs?: number;
  /**
   * Longest to wait for an answer, in ms. The server's own limit does not help where nothing is heard of the
   * server. Not for pools that COPY: the driver never stops the timer of a COPY.
   */
  readonly answerTimeoutMs?: number;
  /**
   * Plans each execution of a prepared statement for its values. Meant for writers: a plan made while a table
   * is small would be kept while it grows. Also lowers the cost of random pages, because a writer looks up
   * what was written lately. At the default cost, that of a disk that seeks, tables of a hundred MB would be
   * read whole for a few hundred rows.
   */
  readonly replans?: boolean;
  /**
   * Reads no bitmaps of indexes, and no whole tables. Meant for readers of pages. An index gives the rows of
   * an address in the order of blocks; a bitmap loses that order, and so does the plan for a partition that
   * was empty then. Where a plan expects few rows, all rows would be read and sorted to find the newest, and
   * a busy address has millions.
   */
  readonly readsInOrder?: boolean;
  /**
   * Each connection opens one connection to each node of a cluster, so a node reads the shards of a statement
   * one after the other. Otherwise it would open more for a statement of ten milliseconds, which takes longer
   * than a page, and close them again.
   */
  readonly asksShardsInTurn?: boolean;
  /**
   * Longest that a connection may be silent, inside a transaction or between two, in ms: the server ends it, and frees its locks. No limit
   * when left out.
   */
  readonly silenceTimeoutMs?: number;
  /** Whether idle connections stay open, with the statements that they have prepared. */
  readonly staysOpen?: boolean;
  /** An idle connection broke. The pool replaces it, so ignoring the event loses nothing. */
  readonly onIdleError?: (error: Error) => void;
}

/**
 * A connection pool in which int8 reads as a number (a query that returns one beyond 2^53 - 1 fails with RangeError),
 * numeric as its decimal text and bytea as Buffer. A list of bytes among the values of a query is a `bytea[]`. It connects on first use;
 * `end()` closes it. An error of connecting names the database, without secrets.
 */
export function createPool(url: string, options: PoolOptions = {}): Pool {
  const { silenceTimeoutMs: silence } = options;
  const settings = [
    // The driver leaves a 0 out, and what the server has for the user or the database would hold.
    ...(options.statementTimeoutMs === 0 ? ['statement_timeout=0'] : []),
    ...(options.lockTimeoutMs === 0 ? ['lock_timeout=0'] : []),
    ...(options.readsInOrder === true ? IN_ORDER : []),
    ...(options.asksShardsInTurn === true ? ['citus.max_adaptive_executor_pool_size=1'] : []),
    ...(options.replans === true ? ['plan_cache_mode=force_custom_plan', 'random_page_cost=1.1'] : []),
    ...(silence === undefined
      ? []
      : [`idle_session_timeout=${silence}`, `idle_in_transaction_session_timeout=${silence}`]),
  ];
  const pool = new NamedPool(url, {
    Client: ShortClient,
    connectionString: withoutOurs(url),
    application_name: options.applicationName ?? 'chainproof',
    max: options.max ?? 10,
    statement_timeout: options.statementTimeoutMs ?? 30_000,
    ...(options.answerTimeoutMs === undefined ? {} : { query_timeout: options.answerTimeoutMs }),
    connectionTimeoutMillis: options.connectTimeoutMs ?? 10_000,
    lock_timeout: options.lockTimeoutMs ?? 10_000,
    keepAlive: true,
    options: [...optionsOf(url), ...settings.map((setting) => `-c ${setting}`)].join(' '),
    types: TYPES,
    ...(options.staysOpen === true && { idleTimeoutMillis: 0 }),
    ...(options.statementTimeoutMs === 0 && { onConnect: endWithClient }),
  });
  pool.on('error', options.onIdleError ?? (() => undefined));
  return pool;
}

/**
 * Settings that the pool decides. The driver prefers those of a URL, and would so lose limits, and names by
 * which sessions are found.
 */
const OURS = ['application_name', 'options', 'statement_timeout', 'lock_timeout', 'query_timeout'];

function withoutOurs(url: string): string {
  if (!url.includes('?')) return url;
  const parsed = new URL(url);
  for (const name of OURS) parsed.searchParams.delete(name);
  return parsed.href;
}

/** Options of a URL. Ours follow them: the last one of a name holds. */
const optionsOf = (url: string): string[] =>
  url.includes('?') ? new URL(url).searchParams.getAll('options') : [];

/** A request's query takes less time than starting parallel workers, or compiling it. */
const IN_ORDER = [
  ...['enable_bitmapscan=off', 'enable_seqscan=off'],
  ...['max_parallel_workers_per_gather=0', 'jit=off'],
];

type Query = (this: Client, ...call: unknown[]) => never;

/**
 * A client with a shorter way for two things that cost the driver much: it writes each element of an array as
 * quoted text, which costs more than most statements, and asks for the columns of a prepared statement at
 * each execution.
 */
class ShortClient extends Client {
  override query(query: unknown, values?: unknown, ...more: unknown[]): never {
    const send = super.query as Query;
    if (Array.isArray(values)) return send.call(this, query, values.map(parameter), ...more);
    const read = NamedRead.of(query as QueryConfig);
    if (!read) return send.call(this, withParameters(query), values, ...more);
    if (typeof values === 'function' || more.length > 0) return send.call(this, read, values, ...more);
    return new Promise((resolve, reject) => {
      read.callback = (error, result) => (error ? reject(error) : resolve(result));
      send.call(this, read);
    }) as never;
  }
}

function withParameters(query: unknown): QueryConfig {
  const { values } = query as QueryConfig;
  return Array.isArray(values)
    ? { ...(query as QueryConfig), values: values.map(parameter) }
    : (query as QueryConfig);
}

function parameter(value: unknown): unknown {
  return Array.isArray(value) ? arrayParameter(value) : value;
}

const TYPES = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === types.builtins.INT8 && format !== 'binary'
      ? safeInteger
      : types.getTypeParser(oid, format as 'text')) as CustomTypesConfig['getTypeParser'],
} satisfies CustomTypesConfig;

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value))
    throw new RangeError(`int8 ${text} does not fit a number: select it as text`);
  return value;
}
