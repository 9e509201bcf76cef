import type { AttestationKind } from '../../src/verifier/evidence/attestation.js';

/** What each level of the verifier shows. */
export const LEVELS = [
  ['V1', 'Hashes', 'Every proof has the hash that names it.'],
  ['V2', 'Rules', 'The definitions have their digests, and the stated facts satisfy them.'],
  ['V3', 'Evidence', 'The evidence agrees with the stated facts.'],
  [
    'V4',
    'Inclusion',
    'Evidence marked merkle is included in the block that it names, and the header has the hash of that block.',
  ],
] as const;

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
};

export const SUPPORTS: Readonly<Record<string, string>> = {
  executed: 'executed again in this browser, over state that is included in the block, or in the one before',
  merkle: 'included in the block it names, shown by Merkle proof',
  node: 'attested by the node that was asked',
  registry: 'an entry of a list in the bundle',
};
