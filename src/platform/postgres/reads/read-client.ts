import { Client, type ClientConfig, type QueryConfig } from 'pg';
import { JSON_READY } from '../json-ready.js';
import type { DriverConnection } from './driver-connection.js';
import { type Answered, NamedRead, type ReadConnection } from './named-read.js';
import { RowSplitter } from './row-splitter.js';

type Query = (query: unknown, values?: unknown, answered?: Answered) => unknown;

/** A client whose named statements with values for JSON take a short way. All else is the driver's. */
export class ReadClient extends Client {
  readonly #own: ReadConnection;
  readonly #query: Query;

  constructor(config?: string | ClientConfig) {
    super(config);
    this.#own = {
      splitter: new RowSplitter(this.connection as unknown as DriverConnection),
      shapes: new Map(),
    };
    this.#query = super.query.bind(this) as Query;
    const query: Query = (asked, values, answered) => this.#ask(asked, values, answered);
    this.query = query as Client['query'];
  }

  #ask(asked: unknown, values: unknown, answered: Answered | undefined): unknown {
    if (!isNamedRead(asked)) return this.#query(asked, values, answered);
    const read = new NamedRead(asked, this.#own);
    const heard = answered ?? (typeof values === 'function' ? (values as Answered) : undefined);
    if (heard) return this.#query(read, heard);
    return new Promise((resolve, reject) => {
      this.#query(read, (error: Error | null, result: unknown) => (error ? reject(error) : resolve(result)));
    });
  }
}

function isNamedRead(asked: unknown): asked is QueryConfig {
  const { name, types } = asked as QueryConfig;
  return name !== undefined && types === JSON_READY;
}
