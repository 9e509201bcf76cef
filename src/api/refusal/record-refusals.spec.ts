import { describe, expect, it } from '@jest/globals';
import { NotCovered } from '../../domain/refusal/not-covered.js';
import { refusalOfMissing } from './record-refusals.js';

const WHOLE = { headNumber: 9, fromBlock: null, toBlock: null };
const TORN = { headNumber: 9, fromBlock: 3, toBlock: 4 };
const refusal = (missing: NotCovered) => {
  const { code, details } = refusalOfMissing(missing);
  return [code, details];
};
const gap = (fromBlock: number, toBlock: number) => ({
  ...{ reason: 'coverage_gap', maxAvailableBlock: 9 },
  ...{ coverageGapFromBlock: fromBlock, coverageGapToBlock: toBlock },
});

describe('what a reader does not have is refused', () => {
  it('as not available while nothing is stored', () => {
    expect(refusal(NotCovered.unavailable())).toEqual(['service_unavailable', undefined]);
  });

  it('as not found only where no gap may hide the record', () => {
    expect(refusal(NotCovered.record(WHOLE))).toEqual(['not_found', undefined]);
    expect(refusal(NotCovered.record(WHOLE, 9))).toEqual(['not_found', undefined]);
    expect(refusal(NotCovered.record(TORN))).toEqual(['block_not_available', gap(3, 4)]);
  });

  it('as above the head, whatever gaps there are', () => {
    const beyond = { reason: 'beyond_coverage', requestedBlock: 10, maxAvailableBlock: 9 };
    expect(refusal(NotCovered.block(TORN, 10))).toEqual(['block_not_available', beyond]);
    expect(refusal(NotCovered.record(TORN, 10))).toEqual(['block_not_available', beyond]);
  });

  it('as the known gap of a requested block, else as a gap of that block alone', () => {
    expect(refusal(NotCovered.block(TORN, 3))).toEqual(['block_not_available', gap(3, 4)]);
    expect(refusal(NotCovered.block(WHOLE, 5))).toEqual(['block_not_available', gap(5, 5)]);
    expect(refusal(NotCovered.block(WHOLE))).toEqual(['block_not_available', gap(9, 9)]);
  });
});
