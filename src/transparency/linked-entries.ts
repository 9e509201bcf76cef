import type { PoolClient } from 'pg';
import { canonicalJson } from '../domain/canonical/canonical-json.js';
import { leafHash } from '../tlog/merkle-tree.js';
import { appendEntries } from './append-entries.js';
import { LogReader } from './log.reader.js';

/** New entries of the log: canonical JSON, each with the hash of the leaf before it. */
export class LinkedEntries {
  readonly #added: Buffer[] = [];

  private constructor(
    private readonly tx: PoolClient,
    private readonly size: number,
    private previous: Buffer | undefined,
  ) {}

  /** Locks the log until the transaction ends, because each entry has the hash of the one before it. */
  static async begin(tx: PoolClient): Promise<LinkedEntries> {
    await tx.query('SELECT size FROM log_head FOR UPDATE');
    const store = new LogReader(tx);
    const size = await store.size();
    return new LinkedEntries(tx, size, size === 0 ? undefined : (await store.entries(size - 1, 1))[0]);
  }

  /** Adds an entry. @returns its index in the log */
  add(entry: object): number {
    const linked = {
      ...entry,
      ...(this.previous && { previous: leafHash(this.previous).toString('base64') }),
    };
    this.previous = Buffer.from(canonicalJson(linked));
    return this.size + this.#added.push(this.previous) - 1;
  }

  /** Writes the added entries. @returns how many they are */
  async append(): Promise<number> {
    await appendEntries(this.tx, this.#added);
    return this.#added.length;
  }
}
