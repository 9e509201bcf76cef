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
/** How often in a row a log may ask to be left alone, and for how many seconds. */
const WAITS = 3;
const LONGEST_WAIT = 60;

/** The log does not answer, or without what every log serves. */
export class LogUnreachable extends Error {
  override readonly name = 'LogUnreachable';
}

/** Any log that is served as C2SP tlog-tiles says. It waits where the log says how long (429 with `Retry-After`). */
export class RemoteLog {
  readonly #url: string;

  /** @param url before `/checkpoint` */
  constructor(url: string) {
    this.#url = url.replace(/\/+$/, '');
  }

  /** A signed note. @throws LogUnreachable */
  async checkpoint(): Promise<string> {
    return (await this.#required('checkpoint')).toString('utf8');
  }

  /** The newest public key that the log itself serves, where it does. @throws LogUnreachable */
  async key(): Promise<string> {
    return (await this.#required('key')).toString('utf8').split('\n')[0]!;
  }

  /** Nodes of its tree of this size. */
  nodes(size: number): NodeReader {
    return nodesOfTiles(async (level, index) => {
      const tile = await this.#tile({ level, index, width: widthIn(size, { level, index }) });
      return tile.subarray(0, tile.length - (tile.length % HASH_BYTES));
    });
  }

  /** Entries of the bundle with this index, as far as a log of this size has them. @throws LogUnreachable, RangeError if there are fewer */
  async entries(index: number, size: number): Promise<Buffer[]> {
    const width = widthIn(size, { level: 'entries', index });
    const entries = entriesOf(await this.#tile({ level: 'entries', index, width }));
    if (entries.length < width)
      throw new RangeError(`bundle ${index} has ${entries.length} of ${width} entries`);
    return entries.slice(0, width);
  }

  /** A partial tile may be gone once there is the full one. */
  async #tile(ref: TileRef): Promise<Buffer> {
    const found = ref.width < TILE_WIDTH ? await this.#get(tilePath(ref)) : undefined;
    return found ?? this.#required(tilePath({ ...ref, width: TILE_WIDTH }));
  }

  async #required(path: string): Promise<Buffer> {
    const found = await this.#get(path);
    if (!found) throw new LogUnreachable(`${this.#url}/${path}: not found`);
    return found;
  }

  /** Undefined where there is none. */
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
