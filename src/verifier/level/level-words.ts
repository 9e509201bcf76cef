/** The first levels: what each shows of a bundle of claims. */
export const LEVELS = [
  ['V1', 'every proof has the hash that names it'],
  ['V2', 'the definitions have the digests that the proofs name, and the stated facts satisfy them'],
  ['V3', 'the evidence agrees with the stated facts'],
  [
    'V4',
    'evidence marked merkle is included in the block that it names, and the header has the hash of that block',
  ],
] as const;
