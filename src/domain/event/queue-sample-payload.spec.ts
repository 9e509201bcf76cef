import { describe, expect, it } from '@jest/globals';
import { MalformedField } from '../chain/codec/malformed-field.js';
import type { QueueSample } from '../consensus/queue-sample.js';
import { decodeSample, encodeSample } from './queue-sample-payload.js';

const SAMPLE: QueueSample = {
  genesisTime: 1_606_824_023,
  validatorCount: 2_100_000,
  activeValidators: 1_030_000,
  totalActiveGwei: 35_621_440_000_000_000n,
  pendingActivation: 41_210,
  queuedGwei: 0n,
  depositedGwei: 1_318_720_000_000_000n,
  pendingExit: 2_115,
  pendingExitGwei: 67_680_000_000_000n,
  churnGwei: 256_000_000_000n,
  estimates: [
    { epoch: 405_504, pendingActivation: 37_800, pendingExit: 412 },
    { epoch: 405_760, pendingActivation: 38_950, pendingExit: 0 },
  ],
};

describe('queue samples', () => {
  it('come back from their payload as they were', () => {
    expect(decodeSample(encodeSample(SAMPLE))).toEqual(SAMPLE);
    const { pendingExitGwei: _, churnGwei: __, ...known } = SAMPLE;
    expect(decodeSample(encodeSample({ ...known, estimates: [] }))).toEqual({ ...known, estimates: [] });
  });

  it('are refused when a byte is missing or left over, whichever it is', () => {
    const payload = encodeSample(SAMPLE);
    for (let size = 0; size < payload.length; size++)
      expect(() => decodeSample(payload.subarray(0, size))).toThrow(MalformedField);
    expect(() => decodeSample(Buffer.concat([payload, Buffer.of(0)]))).toThrow(MalformedField);
  });

  it('are refused when their format is not known', () => {
    const payload = encodeSample(SAMPLE);
    payload[0] = 2;
    expect(() => decodeSample(payload)).toThrow(MalformedField);
  });
});
