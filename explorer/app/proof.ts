import { type Data, get } from './service.js';

export type ProofRecord = Data<'proofs/{proofHash}'>;
export type Bundle = Data<'addresses/{address}/attributes/{attributeId}/proof/bundle'>;

/** An attribute, or a relation to its counterpart. */
export interface ClaimName {
  readonly address: string;
  readonly id: string;
  readonly counterpart?: string | undefined;
}

/** The proof of a claim, now or at the end of a block. */
export function proofOf({ address, id, counterpart }: ClaimName, block?: number): Promise<ProofRecord> {
  const query = block === undefined ? {} : { block };
  return counterpart === undefined
    ? get('addresses/{address}/attributes/{attributeId}/proof', { path: { address, attributeId: id }, query })
    : get('addresses/{address}/relations/{relationId}/{counterpart}/proof', {
        path: { address, relationId: id, counterpart },
        query,
      });
}

/** The checkable file of a claim. */
export function bundleOf({ address, id, counterpart }: ClaimName, block?: number): Promise<Bundle> {
  const query = block === undefined ? {} : { block };
  return counterpart === undefined
    ? get('addresses/{address}/attributes/{attributeId}/proof/bundle', {
        path: { address, attributeId: id },
        query,
      })
    : get('addresses/{address}/relations/{relationId}/{counterpart}/proof/bundle', {
        path: { address, relationId: id, counterpart },
        query,
      });
}
