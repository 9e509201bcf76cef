import type { Data, ServiceClient } from './service-client.js';

/** Hashes of transactions that between them have every sort of failed frame the blocks hold, and of one that has none. */
export async function distinctFailures(
  service: ServiceClient,
  blocks: readonly Data[],
): Promise<readonly string[]> {
  const found = new Map<string, string>();
  for (const block of blocks) {
    if (block.txCount === 0) continue;
    const page = await service.data(`blocks/${block.number}/transactions?limit=100`);
    for (const { hash, status } of page?.transactions ?? []) {
      const answer = await service.data(`transactions/${hash}/failed-frames`);
      if (answer?.frames.length === 0) note(found, 'none', hash);
      for (const frame of answer?.frames ?? []) {
        for (const sort of sortsOf(frame)) note(found, `${sort} ${status}`, hash);
      }
    }
  }
  return [...new Set(found.values())];
}

function sortsOf(frame: Data): readonly string[] {
  return [
    frame.callType,
    frame.errorKind,
    `truncated ${frame.revertDataTruncated}`,
    `named ${frame.errorName !== undefined}`,
    `root ${frame.callDepth === 1}`,
  ];
}

function note(found: Map<string, string>, sort: string, hash: string): void {
  if (!found.has(sort)) found.set(sort, hash);
}
