import type { ServiceClient } from './service-client.js';

type Sample = Record<string, string | number>;

/** Above every validator index that will ever exist. */
const NOBODY = Number.MAX_SAFE_INTEGER;

/** Proposers over several windows, a known validator, and an unknown one. */
export async function sampleConsensus(service: ServiceClient): Promise<Record<string, readonly Sample[]>> {
  const queues = await service.data('consensus/queues/current');
  const coverage = await service.data('coverage');
  const isWhole = coverage?.families.every(
    ({ family, gaps }: { family: string; gaps: unknown[] }) => family !== 'blocks' || gaps.length === 0,
  );
  return {
    getBlockProposers: [{}, { window: 1 }, { window: 90 }],
    listValidatorWithdrawals: [
      ...(queues ? [{ index: 0 }] : []),
      { index: NOBODY, $status: isWhole ? 404 : 422 },
    ],
  };
}
