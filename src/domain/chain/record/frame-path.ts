// A path has one place per level, the root's first: the index among the calls of the frame around it, two
// bytes, big-endian. For an index from 65,535 on, each unit of ffff before these two bytes adds 65,535. So
// byte order of paths is pre-order.

/** Path of a transaction's root frame. */
export const ROOT_PATH = Buffer.from([0, 0]);

/** A unit that says: add 65,535, and read the next unit. */
const MORE = 0xffff;

/** Path of the child at `index` below `parent`. */
export function childPath(parent: Buffer, index: number): Buffer {
  const more = Math.floor(index / MORE);
  const path = Buffer.allocUnsafe(parent.length + 2 * more + 2);
  // Paths are a few bytes: a loop over them is faster than a call that copies.
  for (let i = 0; i < parent.length; i++) path[i] = parent[i]!;
  path.fill(0xff, parent.length, path.length - 2);
  const last = index - more * MORE;
  path[path.length - 2] = last >> 8;
  path[path.length - 1] = last & 255;
  return path;
}

/** Depth of a frame: 1 for the root. */
export function frameLevel(path: Buffer): number {
  let level = path.length / 2;
  for (let at = 0; at < path.length; at += 2) if (unitAt(path, at) === MORE) level -= 1;
  return level;
}

/** As `frameLevel`, of a path as `0x` hex: a page has hundreds, of which each would become bytes for this alone. */
export function frameLevelOfHex(path: string): number {
  let level = (path.length - 2) / 4;
  for (let at = 2; at < path.length; at += 4) if (path.startsWith('ffff', at)) level -= 1;
  return level;
}

/**
 * The one path at this level that may follow in pre-order: the first child of the frame before, or the next
 * sibling of the last frame at this level. Undefined when no path at this level can follow.
 *
 * @param level 1 for the root
 */
export function nextFramePath(previous: Buffer | undefined, level: number): Buffer | undefined {
  if (previous === undefined) return level === 1 ? ROOT_PATH : undefined;
  const last = frameLevel(previous);
  if (level < 2 || level > last + 1 || !Number.isInteger(level)) return undefined;
  if (level === last + 1) return childPath(previous, 0);
  const begin = endOfLevel(previous, 0, level - 1);
  const end = endOfLevel(previous, begin, 1);
  const index = ((end - begin) / 2 - 1) * MORE + unitAt(previous, end - 2);
  return childPath(previous.subarray(0, begin), index + 1);
}

/** Whether `path` is what `nextFramePath` gives for its level, in most cases without building that. */
export function isNextFramePath(previous: Buffer | undefined, path: Buffer): boolean {
  if (previous === undefined) return path.equals(ROOT_PATH);
  const last = path.length - 2;
  if (last < 2 || last % 2 !== 0) return false;
  if (unitAt(path, last - 2) === MORE)
    return nextFramePath(previous, frameLevel(path))?.equals(path) === true;
  if (last > previous.length) return false;
  for (let i = 0; i < last; i++) if (path[i] !== previous[i]) return false;
  const index = unitAt(path, last);
  if (index === MORE) return false;
  return last === previous.length ? index === 0 : index === unitAt(previous, last) + 1;
}

const unitAt = (path: Buffer, at: number): number => (path[at]! << 8) | path[at + 1]!;

/** Offset after this many levels, from the beginning of one. */
function endOfLevel(path: Buffer, from: number, levels: number): number {
  let at = from;
  for (let left = levels; left > 0; at += 2) if (unitAt(path, at) !== MORE) left -= 1;
  return at;
}
