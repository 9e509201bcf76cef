import { describe, expect, it } from '@jest/globals';
import { whatsabi } from '@shazow/whatsabi';
import { analyseCode } from '../../src/bytecode/analyse-code.js';
import { delegateOf } from '../../src/bytecode/delegation-designator.js';
import type { ProxyPattern } from '../../src/bytecode/fallback/proxy-pattern.js';
import { PROXY_SLOTS, type ProxySlotName } from '../../src/bytecode/fallback/proxy-slots.js';
import { proxyVerdict } from '../../src/bytecode/proxy-verdict.js';
import { proxyExpectations, recordedContracts } from './contracts.js';
import {
  EXPECTATION_VERDICTS,
  PATTERN_DISAGREEMENTS,
  SELECTOR_DISAGREEMENTS,
} from './contracts-disagreements.js';
import { callsPassedOn } from './contracts-passing-on.js';
import { REFERENCE_DIRECTORY } from './reference-directory.js';

const suite = REFERENCE_DIRECTORY === undefined ? describe.skip : describe;
const hex = (bytes: Buffer) => bytes.toString('hex');

/** Patterns by the hints of the recording alone. */
const HINTED: readonly (readonly [hint: RegExp, pattern: ProxyPattern])[] = [
  [/^eip1167$/, 'eip1167'],
  [/^slot:1967$/, 'eip1967'],
  [/^slot:beacon$/, 'eip1967_beacon'],
  [/^slot:ozv1$/, 'oz_v1'],
  [/^safeProxy$/, 'safe'],
  [/^diamondStorageConst$/, 'diamond'],
  [/^slotconst:/, 'eip1967'],
];

/** Patterns by whatsabi's names of proxies. */
const KINDS: Readonly<Record<string, ProxyPattern>> = {
  FixedProxy: 'fixed',
  GnosisSafeProxy: 'safe',
  EIP1967Proxy: 'eip1967',
  DiamondProxy: 'diamond',
};

suite('the 400 recorded mainnet contracts (skipped without the reference directory)', () => {
  const data = REFERENCE_DIRECTORY!;
  const contracts = (REFERENCE_DIRECTORY === undefined ? [] : recordedContracts(data)).map((contract) => ({
    ...contract,
    analysis: analyseCode(contract.code),
  }));
  const byAddress = new Map(contracts.map((contract) => [contract.address, contract]));

  it('R-106: have the selectors that whatsabi finds, except explained ones', () => {
    expect(contracts).toHaveLength(400);
    const differing = contracts.flatMap(({ address, code, analysis }) => {
      const ours = new Set(analysis.selectors.map(hex));
      const theirs = new Set(whatsabi.selectorsFromBytecode(`0x${hex(code)}`).map((text) => text.slice(2)));
      const onlyOurs = [...ours].filter((selector) => !theirs.has(selector)).length;
      const onlyTheirs = [...theirs].filter((selector) => !ours.has(selector));
      return onlyOurs + onlyTheirs.length === 0 ? [] : [{ contract: address, onlyOurs, onlyTheirs }];
    });
    expect(differing).toEqual(SELECTOR_DISAGREEMENTS.map(({ why, ...differs }) => differs));
    expect(contracts.reduce((sum, { analysis }) => sum + analysis.selectors.length, 0)).toBeGreaterThan(
      7_000,
    );
  });

  it('are proxies of the kind that their slots and code hint at, except explained ones', () => {
    const differing = contracts.flatMap(({ address, hints, analysis: { proxyPattern: ours } }) => {
      const hinted = HINTED.find(([hint]) => hints.some((given) => hint.test(given)))?.[1] ?? 'none';
      return hinted === ours ? [] : [{ contract: address, hinted, ours }];
    });
    const byContract = (one: { contract: string }, other: { contract: string }) =>
      one.contract < other.contract ? -1 : 1;
    expect(differing.sort(byContract)).toEqual(
      PATTERN_DISAGREEMENTS.map(({ why, ...differs }) => differs).sort(byContract),
    );
  });

  it('R-109: are clones of the recorded targets', () => {
    const clones = contracts.filter(({ cloneTarget }) => cloneTarget !== undefined);
    expect(clones).toHaveLength(18);
    for (const { cloneTarget, analysis } of contracts) {
      expect(analysis.cloneTarget && `0x${hex(analysis.cloneTarget)}`).toBe(cloneTarget);
    }
  });

  it('R-108: are certain proxies if code and slot agree, and certainly none without both', () => {
    for (const { storage, analysis } of contracts) {
      const held = new Set(
        (Object.keys(PROXY_SLOTS) as ProxySlotName[]).filter((name) =>
          /[1-9a-f]/.test((storage[`0x${hex(PROXY_SLOTS[name])}`] ?? '0x').slice(2)),
        ),
      );
      const { family, confidence } = proxyVerdict(analysis.proxyPattern, held);
      const isRead = held.has('eip1967_implementation') || held.has('oz_v1_implementation');
      if (isRead || held.has('eip1967_beacon')) expect([family, confidence]).toEqual([expect.anything(), 3]);
      expect(family === 'none').toBe(['none', 'eip1167'].includes(analysis.proxyPattern));
    }
  });

  it('pass calls on in recorded traces only if analysis finds that they do', () => {
    const seen = callsPassedOn(data);
    const evaluated = contracts.flatMap(({ address, storage, analysis }) => {
      const own = new Set(analysis.selectors.map(hex));
      const calls = (seen.get(address) ?? []).filter(({ selector }) => !own.has(selector));
      if (calls.length === 0) return [];
      const { proxyPattern, cloneTarget } = analysis;
      expect([address, proxyPattern]).not.toEqual([address, 'none']);
      for (const { target } of calls) {
        if (cloneTarget !== undefined) expect(`0x${hex(cloneTarget)}`).toBe(target);
        if (proxyPattern !== 'eip1967' && proxyPattern !== 'oz_v1') continue;
        const pointer = storage[`0x${hex(PROXY_SLOTS[`${proxyPattern}_implementation`])}`];
        expect(pointer?.slice(-40)).toBe(target.slice(2));
      }
      return [proxyPattern];
    });
    expect(evaluated.length).toBeGreaterThan(50);
    expect(new Set(evaluated)).toEqual(
      new Set(['eip1167', 'eip1967', 'eip1967_beacon', 'oz_v1', 'custom', 'diamond']),
    );
  });

  it('include one delegation designator', () => {
    const delegating = contracts.filter(({ code }) => delegateOf(code) !== undefined);
    expect(delegating.map(({ hints }) => hints)).toEqual([['eip7702']]);
  });

  it('have the expected results in the cases of whatsabi', () => {
    const cases = proxyExpectations(data);
    expect(cases.map(({ name, address }) => [name, address])).toEqual(
      EXPECTATION_VERDICTS.map(({ name, address }) => [name, address]),
    );
    for (const [index, { name, address, code: given, kind }] of cases.entries()) {
      const code = given ?? byAddress.get(address!)?.code;
      const { ours, why } = EXPECTATION_VERDICTS[index]!;
      expect([name, code && analyseCode(code).proxyPattern]).toEqual([name, ours]);
      // There is a reason exactly if the case expects something else.
      if (ours !== undefined && kind !== undefined)
        expect([name, KINDS[kind] === ours]).toEqual([name, why === undefined]);
    }
    // The code that the creation code of the first case deploys: all but its first ten bytes.
    const clone = analyseCode(cases[0]!.code!.subarray(10));
    expect([clone.proxyPattern, clone.cloneTarget && hex(clone.cloneTarget)]).toEqual([
      'eip1167',
      'be'.repeat(20),
    ]);
  });
});
