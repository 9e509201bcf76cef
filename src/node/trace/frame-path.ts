/** Path of the child at `index` below `parent`: two more bytes, big-endian. Throws beyond 65,535 siblings. */
export function childPath(parent: Buffer, index: number): Buffer {
  if (index > 0xffff) throw new RangeError('a frame has more than 65,536 children');
  const path = Buffer.allocUnsafe(parent.length + 2);
  // Paths are a few bytes: a loop over them is faster than a call that copies.
  for (let i = 0; i < parent.length; i++) path[i] = parent[i]!;
  path[parent.length] = index >> 8;
  path[parent.length + 1] = index & 255;
  return path;
}
