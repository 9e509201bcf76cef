import { UNCOVERED_BLOCK } from '../block/uncovered-block.js';
import type { ChainMethod, OwnRefusal } from '../http/method/documented-method.js';
import { ProofDto } from './proof.dto.js';
import { AttributeProofParameters, ProofParameters, RelationProofParameters } from './proof.parameters.js';

const ALWAYS = { tag: 'Proofs', plan: 'Intelligence', asOfBlock: 'always', record: ProofDto } as const;

const unproven = (what: string): readonly OwnRefusal[] => [
  { code: 'not_found', reasons: [], when: `${what} was not proven of the address at the block.` },
  {
    ...UNCOVERED_BLOCK,
    when: 'The block lies above the highest evaluated, or in blocks for which the claim could not be evaluated.',
  },
];

export const GET_ATTRIBUTE_PROOF: ChainMethod = {
  ...ALWAYS,
  operationId: 'getAttributeProof',
  summary: 'Proof of an attribute',
  description:
    'The proof that carries an attribute of the address now, which is the highest block evaluated; with `block`, the one that carried it at ' +
    'the end of that block.',
  parameters: AttributeProofParameters,
  refusals: unproven('The attribute'),
};

export const GET_RELATION_PROOF: ChainMethod = {
  ...ALWAYS,
  operationId: 'getRelationProof',
  summary: 'Proof of a relation',
  description:
    'The proof that carries a relation from the address, its subject, to the counterpart; `block` as for attributes.',
  parameters: RelationProofParameters,
  refusals: unproven('The relation'),
};

export const GET_PROOF: ChainMethod = {
  ...ALWAYS,
  operationId: 'getProof',
  summary: 'Proof by its hash',
  description: 'A proof that carries a claim now or carried one before.',
  beyondSeed: true,
  parameters: ProofParameters,
  refusals: [
    { code: 'not_found', reasons: [], when: 'There is no proof with this hash.' },
    {
      code: 'block_not_available',
      reasons: ['coverage_gap'],
      when: 'No proof with this hash is held, and there are blocks that were not evaluated.',
    },
  ],
};
