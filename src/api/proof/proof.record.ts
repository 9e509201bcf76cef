import type { StoredProof } from '../../projection/proof/proof.reader.js';
import type { ProofDto } from './proof.dto.js';

/** The fields that were hashed, just as they were, and what is said beside them. */
export function proofRecord({ fields, ...beside }: StoredProof): ProofDto {
  return { ...fields, ...beside } as unknown as ProofDto;
}
