import type { AttestationKind } from '../../src/verifier/evidence/attestation.js';
import {
  CANONICITY,
  LOG,
  onWhatCondition,
  LEVELS as WORDS,
  whereLogged,
} from '../../src/verifier/level/level-words.js';
import type { CheckedBundle } from './checked-bundle.js';

const TITLES = ['Hashes', 'Rules', 'Evidence', 'Inclusion', 'Public log', 'Chain'] as const;

/** Name, title and meaning of each level of the verifier. */
export const LEVELS = [...WORDS, LOG, CANONICITY].map(
  ([name, says], at) => [name, TITLES[at]!, `${says[0]!.toUpperCase()}${says.slice(1)}.`] as const,
);

/** What came of a level that needs more than the bundle. */
interface Beyond {
  readonly name: string;
  readonly isShown: boolean;
  /** What it says, and where that is shown or why it is not. */
  readonly words: string;
}

/** What came of V5 and V6. View calls have no V5, and where a level fails there is nothing to say. */
export function beyondBundle(outcome: CheckedBundle): readonly Beyond[] {
  if (outcome.kind !== 'verified' && outcome.kind !== 'verified call') return [];
  const { canonicity } = outcome;
  const chain = beyond(CANONICITY, canonicity, onWhatCondition);
  return outcome.kind === 'verified' ? [beyond(LOG, outcome.logged, whereLogged), chain] : [chain];
}

type NotShown = { readonly outcome: 'not shown'; readonly reason: string };

function beyond<Shown extends { readonly outcome: 'shown' }>(
  [name, says]: readonly [string, string],
  found: Shown | NotShown,
  describe: (found: Shown) => string,
): Beyond {
  const isShown = found.outcome === 'shown';
  return { name, isShown, words: `${says}${isShown ? describe(found) : `: ${found.reason}`}` };
}

/** Which levels of a verified bundle of a claim hold. */
export function whatHolds(outcome: Extract<CheckedBundle, { kind: 'verified' }>): string {
  const [log, chain] = [outcome.logged, outcome.canonicity].map((found) => found.outcome === 'shown');
  if (log) return chain ? 'All six levels hold.' : 'V1 to V5 hold.';
  return chain ? 'V1 to V4 and V6 hold.' : 'V1 to V4 hold.';
}

/** What each kind of unproven part means for a reader. */
export const ATTESTED: Readonly<Record<AttestationKind, string>> = {
  absent: 'Absence',
  analysis: 'Analysis of code',
  creation: 'Creation',
  deployed: 'Deployment',
  effect: 'Effect',
  existed: 'Earlier code',
  family: 'Other ways of proving it',
  first: 'Nothing of the kind before',
  head: 'Existence of the block',
  keys: 'Completeness',
  lifetime: 'Lifetime of the contract',
  logged: 'Later entries of the log',
  node: 'Word of a node',
  registry: 'Lists',
  rule: 'Rules',
  since: 'Since when',
  unchanged: 'Unchanged until the block',
  witnessed: 'Seen by others',
};

export const SUPPORTS: Readonly<Record<string, string>> = {
  executed: 'executed again in this browser, over state that is included in the block, or in the one before',
  merkle: 'included in the block it names, shown by Merkle proof',
  node: 'attested by the node that was asked',
  registry: 'an entry of a list in the bundle',
};
