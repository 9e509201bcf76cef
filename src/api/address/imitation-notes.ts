import type { Address } from '../../domain/chain/hex.js';
import type { PresentationReader } from '../../projection/name/presentation.reader.js';

/**
 * Notes that name the original address of each imitation. A symbol alone does not distinguish the original
 * from another imitation.
 */
export function imitationNotes(
  shown: readonly { readonly address: Address; readonly impersonates?: string }[],
  presentations: Pick<PresentationReader, 'originalOf'>,
): string[] {
  return shown.flatMap(({ address, impersonates }) => {
    const original = impersonates === undefined ? undefined : presentations.originalOf(impersonates);
    return original === undefined ? [] : [`${address} imitates ${impersonates}, which is ${original}.`];
  });
}
