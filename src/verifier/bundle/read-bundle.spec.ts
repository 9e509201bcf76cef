import { describe, expect, it } from '@jest/globals';
import { NoBundle, readBundle } from './read-bundle.js';

const DIGEST = `sha256:${'0'.repeat(64)}`;
const RULE = `1.0.0+sha256.${'0'.repeat(64)}`;
/** As many as a text may hold. */
const MANY = 131_000;

const many = (text: string, count = MANY): string => Array<string>(count).fill(text).join(',');
const namehashes = `${'{"namehash":'.repeat(50)}0${'}'.repeat(50)}`;

const HOSTILE: Readonly<Record<string, string>> = {
  'checks without fields': `{"proofs":{"${DIGEST}":{"factResults":[${many('{}')}]}}}`,
  'facts without fields': `{"statements":{"${DIGEST}":{"holdings":[${many('{}')}]}}}`,
  'checks of rules without a source': `{"definitions":{"${RULE}":{"families":[{"facts":[${many('{"operator":"exists"}')}]}]}}}`,
  'expressions within expressions': `{"definitions":{"${RULE}":{"families":[{"facts":[{"operator":"returns","view":{"args":[${many(namehashes, 10_000)}]}}]}]}}}`,
};

describe('a text that is no bundle', () => {
  it.each(Object.keys(HOSTILE))('is refused without a look at every fault: %s', (name) => {
    const before = process.memoryUsage().heapTotal;
    expect(() => readBundle(HOSTILE[name]!)).toThrow(NoBundle);
    expect(() => readBundle(HOSTILE[name]!)).toThrow('the text has more than 10000 faults');
    expect(process.memoryUsage().heapTotal - before).toBeLessThan(512 << 20);
  });

  it('is refused by the place of its first fault, where it has few', () => {
    expect(() => readBundle('{"block":"7"}')).toThrow(/^format: /);
    expect(() => readBundle('{"data":{},"meta":{}}')).toThrow('save the text in its data.bundle');
  });
});
