import type { AttestationKind } from '../../src/verifier/evidence/attestation.js';
import { LEVELS as WORDS } from '../../src/verifier/level/level-words.js';

const TITLES = ['Hashes', 'Rules', 'Evidence', 'Inclusion'] as const;

/** Name, title and meaning of each level of the verifier. */
export const LEVELS = WORDS.map(
  ([name, says], at) => [name, TITLES[at]!, `${says[0]!.toUpperCase()}${says.slice(1)}.`] as const,
);

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
