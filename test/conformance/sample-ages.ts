import type { Data, ServiceClient } from './service-client.js';

type Sample = Record<string, string | number>;

/** The samples now and at blocks of every age, of a method that counts from the first block on; refused above the head and past a gap. */
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
    // Far enough above the head not to be there when the checker comes to it.
    { ...samples[0]!, block: head.number + 1_000_000, $status: 422 },
  ];
}
