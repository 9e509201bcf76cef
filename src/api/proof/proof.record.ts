import type { StoredProof } from '../../claims/proof.reader.js';
import type { ProofDto } from './proof.dto.js';

/** The hashed fields, unchanged, and the fields beside them. */
export function proofRecord({ fields, ...beside }: StoredProof): ProofDto {
  return { ...fields, ...beside } as unknown as ProofDto;
}
