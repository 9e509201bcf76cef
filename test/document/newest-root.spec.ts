import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { BATCH_LENGTH, readRoots } from '../../src/domain/canonicity/canonical-roots.js';
import { timeOfSlot } from '../../src/domain/canonicity/mainnet-slots.js';

it('docs/checking.md names the newest root of the release, and the day on which its era ended', () => {
  const [era] = [...readRoots(readFileSync('definitions/canonicity/eras.txt', 'latin1')).keys()].slice(-1);
  const end = new Date(timeOfSlot((era! + 1) * BATCH_LENGTH) * 1_000).toISOString().slice(0, 10);
  expect(readFileSync('docs/checking.md', 'utf8')).toContain(
    `The newest root of this release is that of era ${era}, which ended on ${end}.`,
  );
});
