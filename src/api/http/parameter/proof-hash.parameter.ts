import { proofHashInvalid } from '../../refusal/parameter-refusals.js';
import { parameter } from './parameter.decorator.js';

const FORM = /^sha256:[0-9a-fA-F]{64}$/;

/** Hash of a proof, with hex in any letter case. Its value is in lower case. */
export const ProofHashParameter = (): PropertyDecorator =>
  parameter({
    place: 'path',
    description: '`sha256:` and 64 hex characters, any letter case.',
    schema: { type: 'string', pattern: FORM.source },
    kind: 'proof',
    rules: [
      { reason: 'proof_hash_invalid', isMet: (text = '') => FORM.test(text), refusal: proofHashInvalid },
    ],
    value: (text = '') => text.toLowerCase(),
  });
