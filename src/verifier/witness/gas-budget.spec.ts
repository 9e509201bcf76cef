import { expect, it } from '@jest/globals';
import { bundleOf, chainWith, returning, SUBJECT } from '../../../test/builder/call-bundles.js';
import { SCHEDULE } from '../../../test/builder/view-call.js';
import type { Bundle } from '../bundle/bundle.schema.js';
import { ReadPlaces } from '../evidence/read-places.js';
import { checkBundledViews } from './check-bundled-views.js';

/** Takes some six million gas for memory, but almost no time. */
const LONG = returning('1800000 MLOAD');

/** A bundle with so many calls of one contract, each with other call data. */
async function calling(code: string, times: number): Promise<Bundle> {
  const { call, header, witness, result, engine, convention } = await bundleOf(await chainWith(code as '0x'));
  const hash = call.split(':')[2]!;
  const refs = Array.from({ length: times }, (_, at) => {
    const data = at.toString(16).padStart(8, '0');
    return [`view:1:${hash}:${SUBJECT}:0x${data}`, result];
  });
  const views = { engine, convention, results: Object.fromEntries(refs) };
  return { blocks: { [hash]: { header, witness } }, views } as unknown as Bundle;
}
const check = async (bundle: Bundle) => checkBundledViews(bundle, SCHEDULE, new ReadPlaces());

it.each([
  ['long calls', LONG, 15],
  ['calls that do nothing', '0x00', 4_700],
])('a bundle may make many %s', async (_, code, times) => {
  await expect(check(await calling(code, times))).resolves.toBeUndefined();
});

it.each([
  ['a few more long calls', LONG, 17],
  ['too many calls that do nothing', '0x00', 4_800],
])('is refused with %s', async (_, code, times) => {
  await expect(check(await calling(code, times))).rejects.toThrow(
    'the bundle: its calls take more than 100000000 gas',
  );
});
