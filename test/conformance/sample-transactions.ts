import type { Data, ServiceClient } from './service-client.js';

/** One transaction of each kind in the blocks. */
export async function distinctTransactions(
  service: ServiceClient,
  blocks: readonly Data[],
): Promise<readonly Data[]> {
  const sorts: readonly ((transaction: Data) => boolean)[] = [
    ...[0, 1, 2, 3, 4].map(
      (type) =>
        ({ txType }: Data) =>
          txType === type,
    ),
    ({ status }) => status === 0,
    ({ status }) => status === 1,
    ({ status }) => status === undefined,
    ({ to }) => to === undefined,
    ({ contractAddress }) => contractAddress !== undefined,
    ({ to, status }) => to === undefined && status === 0,
    ({ methodId }) => methodId !== undefined,
    ({ inputSize }) => inputSize === 0,
    ({ inputSize }) => inputSize > 0 && inputSize < 4,
    ({ inputSize }) => inputSize > 10_000,
    ({ logCount }) => logCount > 0,
    ({ valueWei }) => valueWei !== '0',
    ({ accessListSize }) => accessListSize > 0,
    ({ burntFeeWei }) => burntFeeWei === undefined,
  ];
  const found = new Map<number, Data>();
  for (const block of blocks) {
    if (found.size === sorts.length) break;
    if (block.txCount === 0) continue;
    const page = await service.data(`blocks/${block.number}/transactions?limit=100`);
    for (const transaction of page?.transactions ?? []) {
      for (const [sort, matches] of sorts.entries()) {
        if (!found.has(sort) && matches(transaction)) found.set(sort, transaction);
      }
    }
  }
  return [...new Set(found.values())];
}
