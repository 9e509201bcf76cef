import { type NodeReader, nodeHash, type TreeHash } from './merkle-tree.js';

/** Number of hashes in a full tile, and of entries in a full bundle. */
export const TILE_WIDTH = 256;
export const HASH_BYTES = 32;
/** Levels of the tree in one tile. */
const TILE_HEIGHT = 8;
export const MAX_ENTRY_BYTES = 0xffff;
const MAX_LEVEL = 63;

/** A part of the log that has its own path: hashes of a level, or entries. */
export interface TileRef {
  readonly level: number | 'entries';
  readonly index: number;
  /** Hashes or entries in it, 1 to 256. */
  readonly width: number;
}

/** Path of a tile below the URL of the log (C2SP tlog-tiles): `tile/0/x001/067.p/12`. */
export function tilePath({ level, index, width }: TileRef): string {
  const groups = [index % 1_000];
  for (let rest = Math.floor(index / 1_000); rest > 0; rest = Math.floor(rest / 1_000))
    groups.unshift(rest % 1_000);
  const digits = groups.map(
    (group, at) => `${at < groups.length - 1 ? 'x' : ''}${`${group}`.padStart(3, '0')}`,
  );
  return `tile/${level}/${digits.join('/')}${width === TILE_WIDTH ? '' : `.p/${width}`}`;
}

/** Undefined for a path that no tile has. */
export function parseTilePath(path: string): TileRef | undefined {
  const match = /^tile\/(entries|\d{1,2})\/((?:x\d{3}\/){0,4}\d{3})(?:\.p\/(\d{1,3}))?$/.exec(path);
  if (!match) return undefined;
  const [, name, digits, partial] = match as unknown as [string, string, string, string | undefined];
  const level = name === 'entries' ? name : Number(name);
  const ref: TileRef = {
    level,
    index: Number(digits.replaceAll(/[x/]/g, '')),
    width: partial === undefined ? TILE_WIDTH : Number(partial),
  };
  // Each tile has one path: this refuses surplus zeros and a partial tile of full width.
  if ((level !== 'entries' && level > MAX_LEVEL) || ref.width < 1 || tilePath(ref) !== path) return undefined;
  return ref;
}

/** Width of a tile in a log of `size` entries; 0 where there is no such tile. */
export function widthIn(size: number, { level, index }: Pick<TileRef, 'level' | 'index'>): number {
  const hashes = level === 'entries' ? size : Math.floor(size / TILE_WIDTH ** level);
  return Math.max(0, Math.min(TILE_WIDTH, hashes - index * TILE_WIDTH));
}

/** Entries, each after its length in two bytes. @throws RangeError for an entry of over 65,535 bytes */
export function bundleOf(entries: readonly Uint8Array[]): Buffer {
  return Buffer.concat(
    entries.flatMap((entry) => {
      if (entry.length > MAX_ENTRY_BYTES)
        throw new RangeError(`an entry of ${entry.length} bytes is too long`);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(entry.length);
      return [length, entry];
    }),
  );
}

/** The entries of a bundle. @throws RangeError if it ends within one */
export function entriesOf(bundle: Buffer): Buffer[] {
  const entries: Buffer[] = [];
  for (let at = 0; at < bundle.length; ) {
    const end = at + 2 + (at + 2 <= bundle.length ? bundle.readUInt16BE(at) : 0);
    if (at + 2 > bundle.length || end > bundle.length) throw new RangeError('a bundle ends within an entry');
    entries.push(bundle.subarray(at + 2, end));
    at = end;
  }
  return entries;
}

/** Reads the hashes of a tile, one after the other. There may be more than the tree needs. */
export type TileReader = (level: number, index: number) => Promise<Buffer>;

/** Computes nodes of the tree from its tiles. Each tile is read once and kept. */
export function nodesOfTiles(tiles: TileReader): NodeReader {
  const known = new Map<string, Promise<Buffer>>();
  return async (level, index) => {
    const tileLevel = Math.floor(level / TILE_HEIGHT);
    const count = 2 ** (level % TILE_HEIGHT);
    const tileIndex = Math.floor((index * count) / TILE_WIDTH);
    const key = `${tileLevel}/${tileIndex}`;
    const tile = known.get(key) ?? tiles(tileLevel, tileIndex);
    known.set(key, tile);
    const first = (index * count) % TILE_WIDTH;
    return folded(await tile, first, count);
  };
}

function folded(tile: Buffer, first: number, count: number): TreeHash {
  if (tile.length < (first + count) * HASH_BYTES) throw new RangeError('a tile lacks hashes');
  if (count === 1) return tile.subarray(first * HASH_BYTES, (first + 1) * HASH_BYTES);
  return nodeHash(folded(tile, first, count / 2), folded(tile, first + count / 2, count / 2));
}
