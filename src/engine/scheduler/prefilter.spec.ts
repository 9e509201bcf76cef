import { describe, expect, it } from '@jest/globals';
import { readDefinitions } from '../../definition/read-definitions.js';
import type { StoredSubject } from '../model/engine-store.js';
import type { FoldedFacts } from '../model/fold.js';
import type { Segment, UndecidedInterval } from '../model/segment.js';
import { Prefilter } from './prefilter.js';
import { SubjectState } from './subject-state.js';

const { catalog, bindings } = readDefinitions(false);
const prefilter = new Prefilter(catalog, bindings, () => false);
const indexOf = (id: string): number => catalog.definitions.findIndex((one) => one.id === id);

const NOBODY = `0x${'ab'.repeat(20)}` as const;
const [SYSTEM_CONTRACT] = bindings.get('system-contracts')!.members.keys();

/** Every source may have a fact, of any value. */
const ANY = { mayHaveFact: () => true, mayHaveValue: () => true } as unknown as FoldedFacts;

/** Facts of any value, but for the code, which is known. */
const withCode = (code: Record<string, string>) =>
  ({ ...ANY, mayHaveValue: (_: number, passes: (value: object) => boolean) => passes(code) }) as FoldedFacts;

function mayHold(
  id: string,
  address: string,
  { proven = [], undecided = [] }: { proven?: string[]; undecided?: string[] } = {},
  facts = ANY,
): boolean {
  const stored = {
    rows: [],
    answers: [],
    segments: new Map(proven.map((one) => [indexOf(one), [{} as Segment]])),
    undecided: new Map(undecided.map((one) => [indexOf(one), [{} as UndecidedInterval]])),
  } as StoredSubject;
  return prefilter.mayHold(indexOf(id), new SubjectState(address as `0x${string}`, stored), facts);
}

describe('the prefilter', () => {
  it('excludes what looks an address up in a registry that never names it', () => {
    const asContract = { proven: ['address_nature:contract'] };
    expect(mayHold('address_nature:system_contract', NOBODY, asContract)).toBe(false);
    expect(mayHold('address_nature:system_contract', SYSTEM_CONTRACT!, asContract)).toBe(true);
  });

  it('excludes what needs a claim of the address before all else, unless it is proven or undecided', () => {
    expect(mayHold('token:pausable', NOBODY)).toBe(false);
    expect(mayHold('token:pausable', NOBODY, { proven: ['address_nature:contract'] })).toBe(true);
    expect(mayHold('token:pausable', NOBODY, { undecided: ['address_nature:contract'] })).toBe(true);
    // Of another family.
    expect(mayHold('token:pausable', NOBODY, { proven: ['proxy:eip1167'] })).toBe(true);
    expect(mayHold('token:pausable', NOBODY, { proven: ['address_nature:eoa'] })).toBe(false);
  });

  it('needs of a definition nothing that it looks up only after it has read something', () => {
    const later = catalog.definitions.filter(({ families }) =>
      families.some(({ facts: [first, ...rest] }) => 'source' in first! && rest.some((one) => 'dep' in one)),
    );
    expect(later.length).toBeGreaterThan(0);
    for (const { id } of later) expect(mayHold(id, NOBODY)).toBe(true);
  });

  it('excludes what needs code that the address never had', () => {
    const asContract = { proven: ['address_nature:contract'] };
    const holds = (id: string, code: Record<string, string>) =>
      mayHold(id, NOBODY, asContract, withCode(code));
    expect(holds('control:ownership_renounced', { selectors: '0x8da5cb5b' })).toBe(true);
    expect(holds('control:ownership_renounced', { selectors: '0x06fdde038da5cb5b' })).toBe(true);
    expect(holds('control:ownership_renounced', {})).toBe(false);
    // The digits are there, across two selectors.
    expect(holds('control:ownership_renounced', { selectors: '0x06fd8da55cb5de03' })).toBe(false);
    expect(holds('control:ownership_renounced', { selectors: '0x0000008da5cb5b00' })).toBe(false);
    const [known] = bindings.get('wrapped-native-code')!.members.keys();
    expect(holds('asset:wrapped_native', { hash: known! })).toBe(true);
    expect(holds('asset:wrapped_native', { hash: '0x00' })).toBe(false);
  });

  it('counts no check of the code of another address, nor one after a slot is read', () => {
    const clone = { proven: ['proxy:eip1167'] };
    expect(mayHold('control:ownership_renounced', NOBODY, clone, withCode({}))).toBe(true);
  });
});
