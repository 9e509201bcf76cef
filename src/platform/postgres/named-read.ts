import type { Connection, FieldDef, QueryConfig, QueryResult, Submittable } from 'pg';
import { arrayParameter } from './array-parameter.js';
import { JSON_READY } from './json-ready.js';

type Answered = (error: Error | null, result?: QueryResult) => void;

/** A value that the driver sends as it is. */
type SentValue = Buffer | string | null;
type Row = Record<string, unknown>;

/**
 * The columns of a prepared statement.
 *
 * INVARIANT: the server keeps the columns of a prepared statement, or refuses to run it.
 */
interface Columns {
  readonly fields: FieldDef[];
  readonly names: readonly string[];
  readonly read: readonly ((text: string) => unknown)[];
  /** A row to copy, so that all rows have one shape. */
  readonly blank: Row;
}

/** By connection, then by the name of the statement. */
const KNOWN = new WeakMap<Connection, Map<string, Columns>>();

/**
 * A prepared statement whose rows become values for JSON. At each execution, the driver asks for the columns
 * again and copies its configuration; here the columns are asked for once on a connection. The driver does
 * everything else.
 */
export class NamedRead implements Submittable {
  readonly name: string;
  readonly text: string;
  /** Takes the rows or the error. Where a promise is asked for, the driver sets it. */
  callback: Answered | undefined;
  readonly #values: readonly SentValue[];
  readonly #rows: Row[] = [];
  #columns: Columns | undefined;
  #tag = '';

  private constructor(name: string, text: string, values: readonly SentValue[]) {
    this.name = name;
    this.text = text;
    this.#values = values;
  }

  /**
   * Undefined where the driver has to run the statement: it has no name or other types, or a value is neither
   * number, text nor bytes.
   */
  static of({ name, text, types, values = [] }: QueryConfig): NamedRead | undefined {
    if (name === undefined || types !== JSON_READY) return undefined;
    const sent: SentValue[] = [];
    for (const given of values as readonly unknown[]) {
      const value = Array.isArray(given) ? arrayParameter(given) : given;
      if (value === null || value === undefined) sent.push(null);
      else if (Buffer.isBuffer(value)) sent.push(value);
      else if (typeof value !== 'object') sent.push(String(value));
      else return undefined;
    }
    return new NamedRead(name, text, sent);
  }

  submit(connection: Connection): Error | null {
    const { name, text } = this;
    const { parsedStatements } = connection as Connection & { parsedStatements: Record<string, string> };
    const parsed = parsedStatements[name];
    if (parsed !== undefined && parsed !== text)
      return new Error(`Prepared statements must be unique - '${name}' was used for a different statement`);
    this.#columns = columnsOf(connection).get(name);
    connection.stream.cork();
    if (parsed === undefined) connection.parse({ name, text, types: [] }, true);
    connection.bind({ statement: name, values: this.#values as SentValue[] }, true);
    if (!this.#columns) connection.describe({ type: 'P', name: '' }, true);
    connection.execute({ portal: '' }, true);
    connection.sync();
    connection.stream.uncork();
    return null;
  }

  handleRowDescription({ fields }: { readonly fields: FieldDef[] }): void {
    this.#columns = {
      fields,
      names: fields.map(({ name }) => name),
      read: fields.map(({ dataTypeID }) => JSON_READY.getTypeParser(dataTypeID)),
      blank: Object.fromEntries(fields.map(({ name }) => [name, null])),
    };
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    const { names, read, blank } = this.#columns!;
    const row = { ...blank };
    for (let at = 0; at < fields.length; at++) {
      const text = fields[at]!;
      if (text !== null) row[names[at]!] = read[at]!(text);
    }
    this.#rows.push(row);
  }

  handleCommandComplete({ text }: { readonly text: string }, connection: Connection): void {
    this.#tag = text;
    if (this.#columns) columnsOf(connection).set(this.name, this.#columns);
  }

  handleReadyForQuery(): void {
    // Such as `SELECT 3`.
    const words = this.#tag.split(' ');
    const fields = this.#columns?.fields ?? [];
    const rowCount = Number(words.at(-1));
    this.callback?.(null, { command: words[0]!, rowCount, oid: 0, fields, rows: this.#rows });
  }

  handleError(error: Error): void {
    this.callback?.(error);
  }

  handleEmptyQuery(): void {}
}

function columnsOf(connection: Connection): Map<string, Columns> {
  let known = KNOWN.get(connection);
  if (!known) {
    known = new Map();
    KNOWN.set(connection, known);
  }
  return known;
}
