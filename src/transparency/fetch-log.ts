import { setTimeout } from 'node:timers/promises';
import { boundedBytes } from '../domain/chain/codec/bounded-bytes.js';
import type { NodeReader } from '../tlog/merkle-tree.js';
import {
  entriesOf,
  HASH_BYTES,
  MAX_ENTRY_BYTES,
  nodesOfTiles,
  TILE_WIDTH,
  type TileRef,
  tilePath,
  widthIn,
} from '../tlog/tile.js';

const PATIENCE_MS = 30_000;
/** No answer is longer than a full bundle of the longest entries. */
const MAX_BYTES = TILE_WIDTH * (2 + MAX_ENTRY_BYTES);
/**
 * How many times in a row a log may answer 429 to one request, and the longest wait in seconds that it may
 * ask for.
 */
const WAITS = 3;
const LONGEST_WAIT = 60;

/** The log does not answer, or does not serve what every log serves. */
export class LogUnreachable extends Error {
  override readonly name = 'LogUnreachable';
}

/**
 * Reads any log that is served by C2SP tlog-tiles. After status 429 it waits as long as `Retry-After` says.
 */
export class RemoteLog {
  readonly #url: string;

  /** @param url the URL of the log, to which paths such as `/checkpoint` are added */
  constructor(url: string) {
    this.#url = url.replace(/\/+$/, '');
  }

  /** The newest checkpoint, a signed note. @throws LogUnreachable */
  async checkpoint(): Promise<string> {
    return (await this.#required('checkpoint')).toString('utf8');
  }

  /** The newest public key that the log serves. @throws LogUnreachable, also if it serves none */
  async key(): Promise<string> {
    return (await this.#required('key')).toString('utf8').split('\n')[0]!;
  }

  /** Nodes of the log's tree of this size. */
  nodes(size: number): NodeReader {
    return nodesOfTiles(async (level, index) => {
      const tile = await this.#tile({ level, index, width: widthIn(size, { level, index }) });
      return tile.subarray(0, tile.length - (tile.length % HASH_BYTES));
    });
  }

  /**
   * Entries of the bundle with this index in a log of this size.
   * @throws LogUnreachable, RangeError if the log serves fewer
   */
  async entries(index: number, size: number): Promise<Buffer[]> {
    const width = widthIn(size, { level: 'entries', index });
    const entries = entriesOf(await this.#tile({ level: 'entries', index, width }));
    if (entries.length < width)
      throw new RangeError(`bundle ${index} has ${entries.length} of ${width} entries`);
    return entries.slice(0, width);
  }

  /** A log may delete a partial tile once the full one exists, so this asks for that one next. */
  async #tile(ref: TileRef): Promise<Buffer> {
    const found = ref.width < TILE_WIDTH ? await this.#get(tilePath(ref)) : undefined;
    return found ?? this.#required(tilePath({ ...ref, width: TILE_WIDTH }));
  }

  async #required(path: string): Promise<Buffer> {
    const found = await this.#get(path);
    if (!found) throw new LogUnreachable(`${this.#url}/${path}: not found`);
    return found;
  }

  /** The content of a path; undefined for status 404. @throws LogUnreachable */
  async #get(path: string): Promise<Buffer | undefined> {
    try {
      const answer = await asked(`${this.#url}/${path}`);
      if (answer.status === 404) return undefined;
      if (!answer.ok) throw new Error(`status ${answer.status}`);
      return await boundedBytes(answer.body, MAX_BYTES);
    } catch (error) {
      const { message, cause } = error as Error;
      const why = cause instanceof Error ? `${message}: ${cause.message}` : message;
      throw new LogUnreachable(`${this.#url}/${path}: ${why}`);
    }
  }
}

async function asked(url: string): Promise<Response> {
  for (let waits = 0; ; waits++) {
    const answer = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) });
    const seconds =
      answer.status === 429 ? Number(answer.headers.get('retry-after') ?? Number.NaN) : undefined;
    if (seconds === undefined || waits === WAITS || !(seconds >= 0 && seconds <= LONGEST_WAIT)) return answer;
    await answer.body?.cancel();
    await setTimeout(seconds * 1_000);
  }
}
