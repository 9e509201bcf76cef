import { parseRef } from '../../../domain/chain/record/evidence-ref.js';
import { idInvalid } from '../../refusal/parameter-refusals.js';
import { parameter } from './parameter.decorator.js';

const MAX_LENGTH = 4_000;

/** A ref to evidence on the chain, as proofs have it. */
export const EvidenceRefParameter = (): PropertyDecorator =>
  parameter({
    place: 'path',
    description:
      'Piece of evidence as in `sourceEvidenceRefs` of a proof, such as `log:1:<block hash>:<transaction>:<log>`.',
    schema: { type: 'string', maxLength: MAX_LENGTH },
    kind: 'evidence',
    rules: [
      {
        reason: 'evidence_invalid',
        isMet: (text = '') => text.length <= MAX_LENGTH && parseRef(text) !== undefined,
        refusal: (name, text) =>
          idInvalid('evidence_invalid', name, text, 'kind:1:blockhash:…, as proofs write it'),
      },
    ],
  });
