import { describe, expect, it } from '@jest/globals';
import { bundleOf as callBundleOf, chainWith, returning } from '../../../test/builder/call-bundles.js';
import { SCHEDULE } from '../../../test/builder/view-call.js';
import type { Bundle } from '../bundle/bundle.schema.js';
import { EvidenceSource } from '../evidence/evidence-source.js';
import { ReadPlaces } from '../evidence/read-places.js';
import { checkBundledFrames } from './check-bundled-frames.js';
import { checkBundledViews } from './check-bundled-views.js';

const BLOCK = `0x${'1'.repeat(64)}`;
/** As many as a bundle may hold. */
const MANY = 60_000;
/** Copying those before for each one took most of a minute. */
const LONGEST_MS = 10_000;

const WITNESS = { fork: 'osaka', nodes: [], codes: [] };
const results = (refOf: (at: string) => string, result: object) =>
  Object.fromEntries(
    Array.from({ length: MANY }, (_, at) => [refOf(at.toString(16).padStart(8, '0')), result]),
  );

const bundleOf = (parts: object): Bundle =>
  ({ blocks: { [BLOCK]: { header: '0x', witness: WITNESS, execution: WITNESS } }, ...parts }) as never;

/** Milliseconds until a check refuses to execute anything. */
async function timeOf(check: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await expect(check()).rejects.toThrow('there is no fork schedule');
  return performance.now() - began;
}

describe('a bundle with very many executed refs of one block', () => {
  it('is read without delay: view calls', async () => {
    const ref = (at: string) => `view:1:${BLOCK}:0x${'2'.repeat(40)}:0x${at}`;
    const bundle = bundleOf({ views: { results: results(ref, { outcome: 'returned', output: '0x' }) } });
    const check = () => checkBundledViews(bundle, undefined, new ReadPlaces());
    expect(await timeOf(check)).toBeLessThan(LONGEST_MS);
  });

  it('is read without delay: frames', async () => {
    const ref = (at: string) => `frame:1:${BLOCK}:0:0000${at}`;
    const bundle = bundleOf({ frames: { results: results(ref, { type: 'CALL' }) } });
    const check = () => checkBundledFrames(bundle, undefined, new EvidenceSource(bundle));
    expect(await timeOf(check)).toBeLessThan(LONGEST_MS);
  });
});

describe('a view call of a bundle', () => {
  /** A bundle with one call of a contract. */
  async function calling(program: string): Promise<Bundle> {
    const { call, header, witness, result, ...made } = await callBundleOf(
      await chainWith(returning(program)),
    );
    const views = { engine: made.engine, convention: made.convention, results: { [call]: result } };
    return { blocks: { [call.split(':')[2]!]: { header, witness } }, views } as unknown as Bundle;
  }

  it.each(['7', 'CALLER 5 SLOAD EQ', 'CALLER 173 EQ', 'ORIGIN CALLER EQ'])(
    'is accepted where all get its result but who the contract names: %s',
    async (program) => {
      const bundle = await calling(program);
      await expect(checkBundledViews(bundle, SCHEDULE, new ReadPlaces())).resolves.toBeUndefined();
    },
  );

  /** Whether an account is warm: the code calls itself with gas for an access to one that is. */
  const isWarm = (address: string) =>
    `CALLDATASIZE ISZERO @asked JUMPI ${address} BALANCE STOP asked: 0 0 1 0 ADDRESS 1000 STATICCALL`;

  it.each([
    ...['CALLER ISZERO', 'ORIGIN ISZERO', 'GASPRICE ISZERO', 'CALLER SLOAD', 'CALLER BALANCE'],
    'CALLER @other JUMPI @all JUMP other: TIMESTAMP POP all: 7',
    isWarm('0'),
    isWarm(`0x${'b1'.repeat(20)}`),
  ])('is refused where its result depends on who calls: %s', async (program) => {
    const bundle = await calling(program);
    await expect(checkBundledViews(bundle, SCHEDULE, new ReadPlaces())).rejects.toThrow(
      'depends on who calls',
    );
  });
});
