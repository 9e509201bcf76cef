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

/** Every source may have a fact. */
const facts = { mayHaveFact: () => true } as unknown as FoldedFacts;

function mayHold(
  id: string,
  address: string,
  { proven = [], undecided = [] }: { proven?: string[]; undecided?: string[] } = {},
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
});
