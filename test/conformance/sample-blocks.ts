import type { Data, ServiceClient } from './service-client.js';

/** Blocks to read of each covered range, spread over it. */
const BLOCKS_PER_RANGE = 40;
const RANGES = 20;

/** Reads blocks spread over all that the service covers. @returns the newest last */
export async function sampleBlocks(service: ServiceClient): Promise<readonly Data[]> {
  const coverage = await service.data('coverage');
  const blocks = coverage?.families.find(({ family }: Data) => family === 'blocks');
  const numbers = new Set<number>(
    (blocks?.ranges ?? [])
      .slice(-RANGES)
      .flatMap(({ fromBlock, toBlock }: Data) => spread(fromBlock, toBlock)),
  );
  const found = [];
  for (const number of numbers) found.push(await service.data(`blocks/${number}`));
  return found.filter((block) => block !== undefined);
}

/** `count` numbers from first to last, evenly spread and ascending. */
export function spread(from: number, to: number, count = BLOCKS_PER_RANGE): number[] {
  const steps = Math.min(count - 1, to - from);
  return Array.from(
    { length: steps + 1 },
    (_, step) => from + Math.round((step * (to - from)) / Math.max(1, steps)),
  );
}

/** One block of each kind, the busiest first: checks that need several rows use the first sample. */
export function distinctBlocks(blocks: readonly Data[]): readonly Data[] {
  const sorts: readonly ((block: Data) => boolean)[] = [
    ({ txCount }) => txCount === 0,
    ({ txCount }) => txCount === 1,
    ({ txCount }) => txCount > 1,
    ({ contractCreationCount }) => contractCreationCount > 0,
    ({ blobTxCount }) => blobTxCount > 0,
    ({ withdrawalCount }) => withdrawalCount > 0,
    ({ ommersCount }) => ommersCount > 0,
    ({ failedTxCount }) => failedTxCount > 0,
    ({ logCount }) => logCount > 0,
    ({ logCount }) => logCount === undefined,
    ({ baseFeePerGas }) => baseFeePerGas === undefined,
    ({ blobBaseFeeWei }) => blobBaseFeeWei === undefined,
    ({ uniqueAddressCount }) => uniqueAddressCount === undefined,
  ];
  const busiest = [...blocks].sort((a, b) => b.txCount - a.txCount).slice(0, 3);
  const oneOfEach = sorts.flatMap((sort) => blocks.find(sort) ?? []);
  return [...new Set([...busiest, ...oneOfEach, ...blocks.slice(0, 1), ...blocks.slice(-1)])];
}
