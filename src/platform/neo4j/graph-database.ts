import { setTimeout } from 'node:timers/promises';
import neo4j, { type Driver, type ManagedTransaction, type Session } from 'neo4j-driver';
import { Counter, type Registry } from 'prom-client';

/** How a Neo4j is reached. */
export interface GraphServer {
  /** `bolt://`, `neo4j://`, or one of them with `+s` or `+ssc` for TLS. */
  readonly uri: string;
  readonly user?: string;
  /** Without it no authentication is tried. */
  readonly password?: string;
}

export type GraphParameters = Readonly<Record<string, unknown>>;

/** A statement of Cypher; integers among the parameters are integers there, and not floats. */
export interface GraphStatement {
  readonly text: string;
  readonly parameters?: GraphParameters;
}

/** A record by its column names; integers are numbers. */
export type GraphRow = Readonly<Record<string, unknown>>;

/** Runs a statement within a transaction. */
export type RunInGraph = (text: string, parameters?: GraphParameters) => Promise<GraphRow[]>;

/** A server that is away refuses at once; a busy one gets this time. */
const CONNECT_MS = 10_000;
const ACQUIRE_MS = 12_000;
const READ_MS = 10_000;
/** Added to a limit that the server itself keeps: a frozen or lost server never answers. */
const LATE_MS = 2_000;
/** Long enough to write thousands of rows, or to wait for the indexes. */
const WRITE_MS = 600_000;
/** A connection that was idle for this long is tested before use: the server may have restarted. */
const IDLE_MS = 1_000;

/**
 * Neo4j behind transactions. It connects on first use; nothing is retried. While the server is away, or frozen, every call fails with the
 * driver's `ServiceUnavailable` or `SessionExpired`.
 */
export class GraphDatabase {
  readonly #driver: Driver;
  readonly #queries: Counter;
  readonly #closing = new AbortController();

  /** @param readMs longest that a read may take */
  constructor(
    { uri, user = 'neo4j', password }: GraphServer,
    registry: Registry,
    private readonly readMs = READ_MS,
  ) {
    const auth = password === undefined ? undefined : neo4j.auth.basic(user, password);
    this.#driver = neo4j.driver(uri, auth, {
      disableLosslessIntegers: true,
      connectionTimeout: CONNECT_MS,
      connectionAcquisitionTimeout: ACQUIRE_MS,
      connectionLivenessCheckTimeout: IDLE_MS,
      maxTransactionRetryTime: 0,
    });
    this.#queries = new Counter({
      name: 'chainproof_neo4j_queries_total',
      help: 'Statements sent to Neo4j, to answer from it (read) and to bring it up to date (write).',
      labelNames: ['access'],
      registers: [registry],
    });
  }

  /** Runs statements one after another in one transaction, sent together. */
  read(statements: readonly GraphStatement[]): Promise<GraphRow[][]> {
    const session = this.#driver.session({ defaultAccessMode: neo4j.session.READ });
    const rows = session.executeRead(
      (tx) => Promise.all(statements.map((statement) => this.#run(tx, 'read', statement))),
      { timeout: this.readMs },
    );
    return this.#ended(session, rows, this.readMs + LATE_MS);
  }

  /** Runs `work` in one transaction: commits when it returns, rolls back when it throws. */
  write<T>(work: (run: RunInGraph) => Promise<T>): Promise<T> {
    const session = this.#driver.session();
    const written = session.executeWrite((tx) =>
      work((text, parameters = {}) => this.#run(tx, 'write', { text, parameters })),
    );
    return this.#ended(session, written, WRITE_MS);
  }

  /** Also ends transactions under way. */
  close(): Promise<void> {
    this.#closing.abort();
    return this.#driver.close();
  }

  /**
   * The result of a transaction, once its session is closed. The driver itself would wait for ever, even when
   * it is closed.
   */
  async #ended<T>(session: Session, transaction: Promise<T>, withinMs: number): Promise<T> {
    const done = new AbortController();
    const signal = AbortSignal.any([done.signal, this.#closing.signal]);
    const giveUp = (): never => {
      throw Object.assign(new Error('Neo4j does not answer'), { code: neo4j.error.SERVICE_UNAVAILABLE });
    };
    const late = setTimeout(withinMs, undefined, { signal, ref: false }).then(giveUp, giveUp);
    const ended = transaction.finally(() => session.close());
    // When the driver is closed, transactions under way fail in several ways, some of them without a code.
    const failed = (error: unknown): never => {
      if (this.#closing.signal.aborted) giveUp();
      throw error;
    };
    try {
      return await Promise.race([ended.catch(failed), late]);
    } finally {
      done.abort();
    }
  }

  async #run(
    tx: ManagedTransaction,
    access: 'read' | 'write',
    { text, parameters = {} }: GraphStatement,
  ): Promise<GraphRow[]> {
    this.#queries.inc({ access });
    const { records } = await tx.run(text, integers(parameters) as GraphParameters);
    return records.map((record) => record.toObject());
  }
}

/** The driver takes every number of JavaScript for a float. */
function integers(value: unknown): unknown {
  if (typeof value === 'number') return neo4j.int(value);
  if (Array.isArray(value)) return value.map(integers);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, integers(one)]));
}
