/** What each level of the verifier shows. */
export const LEVELS = [
  ['V1', 'Hashes', 'Every proof has the hash it is named by.'],
  ['V2', 'Rules', 'The definitions have their digests, and what is stated satisfies them.'],
  ['V3', 'Evidence', 'The evidence agrees with the statement.'],
  ['V4', 'Inclusion', 'What is marked merkle lies in the block it names, whose header has its hash.'],
] as const;

/** What each kind of unproven part means for a reader. */
export const ATTESTED: Readonly<Record<string, string>> = {
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
  node: 'Word of a node',
  registry: 'Lists',
  rule: 'Rules',
  since: 'Since when',
  unchanged: 'Unchanged until the block',
};

export const SUPPORTS: Readonly<Record<string, string>> = {
  executed: 'executed again in this browser, over state that is included in the block, or in the one before',
  merkle: 'included in the block it names, shown by Merkle proof',
  node: 'the word of the node that was asked',
  registry: 'an entry of a list in the bundle',
};
