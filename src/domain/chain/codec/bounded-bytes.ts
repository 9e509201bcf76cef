/** Reads a stream of an untrusted source to its end. @throws Error once there are more than `most` bytes */
export async function boundedBytes(
  stream: AsyncIterable<Uint8Array> | null,
  most: number,
): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stream ?? []) {
    length += chunk.length;
    if (length > most) throw new Error(`the answer is longer than ${most} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
