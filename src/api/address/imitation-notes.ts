import type { NameRegistries } from '../../projection/name/name-registries.js';

/** Which address each imitation is not: a symbol alone does not tell the original from another imitation. */
export function imitationNotes(
  shown: readonly { readonly address: string; readonly impersonates?: string }[],
  registries: NameRegistries,
): string[] {
  return shown.flatMap(({ address, impersonates }) => {
    const original = impersonates === undefined ? undefined : registries.assetOf(impersonates);
    return original === undefined ? [] : [`${address} imitates ${impersonates}, which is ${original}.`];
  });
}
