import { nodeHash, type TreeHash } from './merkle-tree.js';
import { HASH_BYTES, TILE_WIDTH } from './tile.js';

/** A tile that new leaves changed, with all its hashes. */
export interface ChangedTile {
  readonly level: number;
  readonly index: number;
  /** All hashes of the tile, old and new, one after the other. */
  readonly hashes: Buffer;
}

/**
 * The tiles that new leaves change.
 *
 * @param size of the tree before
 * @param partial for each level from 0 on, the hashes of the last tile; empty where that tile is full
 */
export function appendLeaves(
  size: number,
  partial: readonly Buffer[],
  leaves: readonly TreeHash[],
): ChangedTile[] {
  const changed: ChangedTile[] = [];
  let hashes: readonly TreeHash[] = leaves;
  for (let level = 0; hashes.length > 0; level++) {
    const before = Math.floor(size / TILE_WIDTH ** level);
    const known = before % TILE_WIDTH;
    let index = Math.floor(before / TILE_WIDTH);
    const all = [...split((partial[level] ?? Buffer.alloc(0)).subarray(0, known * HASH_BYTES)), ...hashes];
    const above: TreeHash[] = [];
    for (let at = 0; at < all.length; at += TILE_WIDTH, index++) {
      const tile = all.slice(at, at + TILE_WIDTH);
      changed.push({ level, index, hashes: Buffer.concat(tile) });
      if (tile.length === TILE_WIDTH) above.push(rootOfTile(tile));
    }
    hashes = above;
  }
  return changed;
}

function rootOfTile(tile: readonly TreeHash[]): TreeHash {
  let level = tile;
  while (level.length > 1)
    level = Array.from({ length: level.length / 2 }, (_, at) => nodeHash(level[2 * at]!, level[2 * at + 1]!));
  return level[0]!;
}

function split(hashes: Buffer): Buffer[] {
  return Array.from({ length: hashes.length / HASH_BYTES }, (_, at) =>
    hashes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES),
  );
}
