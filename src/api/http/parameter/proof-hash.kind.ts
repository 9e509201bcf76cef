import { proofHashInvalid } from '../../refusal/parameter-refusals.js';
import type { ParameterKind } from './parameter-kind.js';

const FORM = /^sha256:[0-9a-fA-F]{64}$/;

/** The hash of a proof, its hex in any letter case; read into lower case. */
export const PROOF_HASH: ParameterKind<string> = {
  description: '`sha256:` and 64 hex characters, any letter case.',
  schema: { type: 'string', pattern: FORM.source },
  kind: 'proof',
  invalidReason: 'proof_hash_invalid',
  read(text = '', name) {
    if (!FORM.test(text)) throw proofHashInvalid(name, text);
    return text.toLowerCase();
  },
};
