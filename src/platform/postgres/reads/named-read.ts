import type { QueryConfig, QueryResult } from 'pg';
import { prepareValue } from 'pg/lib/utils.js';
import type { DriverConnection } from './driver-connection.js';
import { type Column, RowShape } from './row-shape.js';
import type { RowSink, RowSplitter } from './row-splitter.js';

export type Answered = (error: Error | null, result?: QueryResult) => void;

/** Of the unnamed portal, all rows of it, then the end of the exchange. */
const EXECUTE_AND_SYNC = Buffer.from('450000000900000000005300000004', 'hex');

/** What a connection has for its reads. */
export interface ReadConnection {
  readonly splitter: RowSplitter;
  /** By name of the statement. INVARIANT: the server keeps the columns of a prepared statement, or refuses to run it. */
  readonly shapes: Map<string, RowShape>;
}

/**
 * A prepared statement whose rows become objects for JSON without the driver's fields, strings and copies. Its columns are asked for once
 * on a connection.
 */
export class NamedRead implements RowSink {
  readonly name: string;
  readonly text: string;
  /** Set by the driver. */
  callback: Answered | undefined;
  readonly #values: readonly unknown[];
  readonly #rows: QueryResult['rows'] = [];
  #shape: RowShape | undefined;
  #tag = '';
  #failure: Error | undefined;

  constructor(
    { name = '', text, values = [] }: QueryConfig,
    private readonly own: ReadConnection,
  ) {
    this.name = name;
    this.text = text;
    this.#values = values;
  }

  submit(connection: DriverConnection): Error | null {
    const { name, text } = this;
    const { splitter, shapes } = this.own;
    const prepared = connection.parsedStatements[name] ?? connection.submittedNamedStatements[name];
    if (prepared !== undefined && prepared !== text)
      return new Error(`Prepared statements must be unique - '${name}' was used for a different statement`);
    let sent: unknown[];
    try {
      sent = this.#values.map(prepareValue);
    } catch (error) {
      return error as Error;
    }
    splitter.sink = this;
    this.#shape = shapes.get(name);
    connection.stream.cork();
    if (prepared === undefined) {
      connection.parse({ name, text });
      connection.submittedNamedStatements[name] = text;
    }
    connection.bind({ statement: name, values: sent });
    if (!this.#shape) connection.describe({ type: 'P' });
    connection.stream.write(EXECUTE_AND_SYNC);
    connection.stream.uncork();
    return null;
  }

  handleRowDescription({ fields }: { readonly fields: readonly Column[] }): void {
    this.#shape = new RowShape(fields);
    this.own.shapes.set(this.name, this.#shape);
  }

  takeRow(bytes: Buffer, at: number): void {
    if (this.#failure) return;
    try {
      this.#rows.push(this.#shape!.read(bytes, at));
    } catch (error) {
      this.#failure = error as Error;
    }
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.#tag = text;
  }

  handleReadyForQuery(): void {
    this.own.splitter.sink = undefined;
    if (this.#failure) this.callback?.(this.#failure);
    else this.callback?.(null, resultOf(this.#rows, this.#tag));
  }

  handleError(error: Error): void {
    this.own.splitter.sink = undefined;
    this.callback?.(error);
  }

  /** Rows go past the driver. */
  handleDataRow(): void {}

  handleEmptyQuery(): void {}
}

/** @param tag `SELECT 5`, `INSERT 0 1` */
function resultOf(rows: QueryResult['rows'], tag: string): QueryResult {
  const [command = '', ...counts] = tag.split(' ');
  return { command, rowCount: Number(counts.at(-1)), oid: 0, fields: [], rows };
}
