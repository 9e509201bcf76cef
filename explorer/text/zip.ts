/** A file of an archive; its name is ASCII. */
export interface ZippedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = TABLE[(crc ^ byte) & 0xff]! ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

/** 1 January 1980: the archive says nothing of when it was made, so the same files give the same bytes. */
const DOS_DATE = 0x21;
const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;

/** A ZIP archive (stored, not compressed). */
export function zip(files: readonly ZippedFile[]): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const { name, bytes } of files) {
    const written = new TextEncoder().encode(name);
    // Version, flags, method, time, date, CRC, sizes, length of the name, no extra field.
    const about = little(
      [20, 2],
      [0, 2],
      [0, 2],
      [0, 2],
      [DOS_DATE, 2],
      [crc32(bytes), 4],
      [bytes.length, 4],
      [bytes.length, 4],
      [written.length, 2],
      [0, 2],
    );
    const local = [little([LOCAL, 4]), about, written, bytes];
    parts.push(...local);
    directory.push(
      little([CENTRAL, 4], [20, 2]),
      about,
      little([0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]),
      written,
    );
    offset += sizeOf(local);
  }
  const size = sizeOf(directory);
  const end = little(
    [END, 4],
    [0, 2],
    [0, 2],
    [files.length, 2],
    [files.length, 2],
    [size, 4],
    [offset, 4],
    [0, 2],
  );
  return joined([...parts, ...directory, end]);
}

function little(...numbers: readonly (readonly [value: number, bytes: number])[]): Uint8Array {
  return Uint8Array.from(
    numbers.flatMap(([value, bytes]) =>
      Array.from({ length: bytes }, (_, at) => (value >>> (8 * at)) & 0xff),
    ),
  );
}

const sizeOf = (parts: readonly Uint8Array[]): number => parts.reduce((sum, { length }) => sum + length, 0);

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(sizeOf(parts));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
