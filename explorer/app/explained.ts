import type { ClaimName } from './claim-text.js';
import { type Data, get, Refused } from './service.js';

type Explanation = Data<'addresses/{address}/attributes/{attributeId}/explain'>;

/** Why a claim does not hold; undefined if there is no such definition. @throws Refused */
export async function explained(
  { address, id, counterpart }: ClaimName,
  block: number | undefined,
): Promise<Explanation | undefined> {
  const query = block === undefined ? {} : { block };
  try {
    return counterpart === undefined
      ? await get('addresses/{address}/attributes/{attributeId}/explain', {
          path: { address, attributeId: id },
          query,
        })
      : await get('addresses/{address}/relations/{relationId}/explain', {
          path: { address, relationId: id },
          query: { ...query, counterpart },
        });
  } catch (error) {
    // Every other refusal leaves it open whether the claim is undecided.
    if (error instanceof Refused && error.status === 404) return undefined;
    throw error;
  }
}
