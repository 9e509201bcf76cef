/** Path of the child at `index` below `parent`: two more bytes, big-endian. Throws beyond 65,535 siblings. */
export function childPath(parent: Buffer, index: number): Buffer {
  if (index > 0xffff) throw new RangeError('a frame has more than 65,536 children');
  const path = Buffer.allocUnsafe(parent.length + 2);
  parent.copy(path);
  path.writeUInt16BE(index, parent.length);
  return path;
}

export const ROOT_PATH: Buffer = Buffer.from('0000', 'hex');
