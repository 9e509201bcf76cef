import type { Data, ServiceClient } from './service-client.js';

type Sample = Record<string, string | number>;

/** The samples at the head and at blocks of several ages, for a method that counts from the first block; above the head and after a gap 422 is expected. */
export async function atAges(service: ServiceClient, samples: readonly Sample[]): Promise<readonly Sample[]> {
  const coverage = await service.data('coverage');
  if (!coverage) return [];
  const { head, families } = coverage;
  const { startBlock, gaps } = families.find(({ family }: Data) => family === 'frames');
  const ages = [startBlock, Math.floor((startBlock + head.number) / 2), head.number - 1, head.number];
  const status = (block: number) =>
    gaps.some(({ fromBlock }: Data) => fromBlock <= block) ? { $status: 422 } : {};
  return [
    ...samples.map((sample) => ({ ...sample, ...status(head.number) })),
    ...samples.flatMap((sample) => ages.map((block) => ({ ...sample, block, ...status(block) }))),
    // Far enough above the head that the chain does not reach it before the checker asks.
    { ...samples[0]!, block: head.number + 1_000_000, $status: 422 },
  ];
}
