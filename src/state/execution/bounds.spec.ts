import { expect, it } from '@jest/globals';
import { bounded } from '../../../test/bounded.js';
import { assembled, RETURN_TOP } from '../../../test/builder/assembled.js';
import { addressOfByte, newExecutor, OSAKA_BLOCK, stateOf } from '../../../test/builder/view-call.js';
import { BOMBS } from '../../../test/second-opinion/bombs.js';
import { described } from '../../../test/second-opinion/compared.js';
import { FastDice } from '../../../test/second-opinion/dice.js';
import { limitsOfShare } from './run/limits.js';
import type { StateSource } from './run/state-source.js';

const SUBJECT = addressOfByte(0x11);
const OTHER = addressOfByte(0x22);
const NO_DATA = new Uint8Array(0);
/** Processor time of one run at most, many times what it takes. */
const MAX_SECONDS = 30;
const MAX_BYTES = 300 * 2 ** 20;
/** How many variants of each bomb are run. */
const VARIANTS = bounded(1, 20);
const executor = newExecutor();

/** These take a second or more of a processor each. */
const SLOW = /^(copies of much code|precompile (1|6|7|8|9|1[1-7]|256))$/;
const bombs = bounded(
  BOMBS.filter(([name]) => !SLOW.test(name)),
  BOMBS,
);

it.each(bombs)(
  'a bomb of %s ends, alike in both interpreters',
  async (_, bomb) => {
    const dice = new FastDice(3);
    for (let variant = 0; variant < VARIANTS; variant++) {
      const state = stateOf({ 17: { code: bomb(dice), nonce: 1n } });
      const started = process.cpuUsage();
      const before = process.memoryUsage.rss();
      const reference = await executor.referenceView(SUBJECT, NO_DATA, OSAKA_BLOCK, state);
      const { user, system } = process.cpuUsage(started);
      expect((user + system) / 1e6).toBeLessThan(MAX_SECONDS);
      expect(process.memoryUsage.rss() - before).toBeLessThan(MAX_BYTES);
      const fast = executor.fastView(SUBJECT, NO_DATA, OSAKA_BLOCK, state);
      if (fast !== undefined) expect(described(fast)).toBe(described(reference));
    }
  },
  3_600_000,
);

it.each([
  ['gas', `JUMPDEST 2000000 0 KECCAK256 POP 0 JUMP`],
  ['steps', 'JUMPDEST 0 JUMP'],
  ['frames', `JUMPDEST 0 0 0 0 ${OTHER} GAS STATICCALL POP 0 JUMP`],
  ['memory', `1 63000 MSTORE 0 0 0 0 0 ${SUBJECT} GAS CALL`],
])('too much %s leaves a call undecided', async (what, code) => {
  const result = await executor.view(SUBJECT, NO_DATA, OSAKA_BLOCK, stateOf({ 17: code }));
  expect(result).toMatchObject({ outcome: 'undecided', reason: { kind: 'budget', what } });
});

it.each([
  ['given as much as there was', 'GAS', 'undecided'],
  ['given as much as there was less a number', '9000000 GAS SUB', 'undecided'],
  ['given little by its caller', '5000', 'returned'],
])('a call that runs out of the gas it was %s leaves its caller %s', async (_, gas, outcome) => {
  const state = stateOf({
    17: `0 0 0 0 ${OTHER} ${gas} STATICCALL STOP`,
    34: 'JUMPDEST 2000000 0 KECCAK256 POP 0 JUMP',
  });
  expect(executor.fastView(SUBJECT, NO_DATA, OSAKA_BLOCK, state)).toMatchObject({ outcome });
  expect(await executor.referenceView(SUBJECT, NO_DATA, OSAKA_BLOCK, state)).toMatchObject({ outcome });
});

it('less gas decides no call otherwise, also where a callee gets what is left less a number', async () => {
  const state = stateOf({
    17: `0 0 0 0 ${OTHER} 900000 GAS SUB STATICCALL ${RETURN_TOP}`,
    34: '600000 0 KECCAK256 STOP',
  });
  const withLittle = executor.fastView(SUBJECT, NO_DATA, OSAKA_BLOCK, state, { gas: 1_000_000 });
  expect(withLittle).toMatchObject({ outcome: 'undecided', reason: { kind: 'budget', what: 'gas' } });
  const withAll = await executor.view(SUBJECT, NO_DATA, OSAKA_BLOCK, state);
  expect([withAll.outcome, withAll.output[31]]).toEqual(['returned', 1]);
});

it('a precompile that cannot run here leaves a call undecided', async () => {
  const state = stateOf({ 17: '0 0 192 0 10 GAS STATICCALL' });
  expect(await executor.view(SUBJECT, NO_DATA, OSAKA_BLOCK, state)).toMatchObject({
    outcome: 'undecided',
    reason: { kind: 'precompile', address: `0x${'a'.padStart(40, '0')}` },
  });
});

it.each([
  ['steps', '1 2 ADD POP'],
  ['readings', '1 SLOAD 2 SLOAD 3 BALANCE ADD ADD POP'],
  ['a power', `${2n ** 256n - 1n} 3 EXP POP`],
  ['a hash', '32000 0 KECCAK256 POP'],
  ['a hash of a precompile', '0 0 32000 0 2 GAS STATICCALL POP'],
  ['a recovery', '0 0 128 0 1 GAS STATICCALL POP'],
  ['an empty pairing', '0 0 0 0 8 GAS STATICCALL POP'],
  ['a failing precompile', '0 0 1 0 8 90000 STATICCALL POP'],
  ['a copy by the reference', '1 1 SSTORE 3200 0 0 CODECOPY'],
])('%s takes the same work of every share, and no smaller share is enough', async (name, program) => {
  const state = stateOf({ 17: `${program} 0 0 RETURN` });
  const within = (share: number) =>
    executor.view(SUBJECT, NO_DATA, OSAKA_BLOCK, state, { limits: limitsOfShare(share) });
  const { outcome, work } = await within(1_000_000);
  expect(outcome).toBe('returned');
  if (name !== 'steps') expect(work).toBeGreaterThan(name === 'readings' ? 10 : 1_000);
  expect(await within(work!)).toMatchObject({ outcome: 'returned', work });
  const less = await within(work! - 1);
  expect(less).toMatchObject({ reason: { kind: 'budget', what: 'steps' } });
  expect(less.work).toBeGreaterThan(work! - 1);
});

it('a slow machine decides alike', async () => {
  const code = `1 SLOAD 2 SLOAD ADD JUMPDEST 0 0 0 0 ${OTHER} GAS STATICCALL POP 6 JUMP`;
  const state = stateOf({ 17: { code: assembled(code) }, 34: '1 SLOAD' });
  const slow: StateSource = {
    account: (address) => state.account(address),
    code: (address) => state.code(address),
    slot: (address, slot) => {
      const until = performance.now() + 50;
      while (performance.now() < until);
      return state.slot(address, slot);
    },
  };
  const results = [state, slow].map((source) => executor.view(SUBJECT, NO_DATA, OSAKA_BLOCK, source));
  const [quickly, slowly] = (await Promise.all(results)).map(described);
  expect(slowly).toBe(quickly);
});
