/** Path of a transaction's root frame. */
export const ROOT_PATH = Buffer.from([0, 0]);

/**
 * The one path that may follow in pre-order on the given level: below the frame before (index 0), or beside the last
 * frame of that level (its index plus one). Undefined when the level cannot follow.
 *
 * @param level 1 for the root; equals the path's length divided by two
 */
export function nextFramePath(previous: Buffer | undefined, level: number): Buffer | undefined {
  if (previous === undefined) return level === 1 ? ROOT_PATH : undefined;
  if (level < 2 || level * 2 > previous.length + 2) return undefined;
  const path = Buffer.alloc(level * 2);
  previous.copy(path, 0, 0, path.length);
  if (path.length > previous.length) return path;
  const index = path.readUInt16BE(path.length - 2);
  if (index === 0xffff) return undefined;
  path.writeUInt16BE(index + 1, path.length - 2);
  return path;
}

/** Whether `path` is what `nextFramePath` gives on its level, without making it. */
export function isNextFramePath(previous: Buffer | undefined, path: Buffer): boolean {
  if (previous === undefined) return path.equals(ROOT_PATH);
  const last = path.length - 2;
  if (last < 2 || last % 2 !== 0 || last > previous.length) return false;
  for (let i = 0; i < last; i++) if (path[i] !== previous[i]) return false;
  const index = (path[last]! << 8) | path[last + 1]!;
  return last === previous.length
    ? index === 0
    : index === ((previous[last]! << 8) | previous[last + 1]!) + 1;
}
