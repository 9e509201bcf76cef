import { readRegistries } from '../../definition/read-definitions.js';
import type { ChainKind } from '../../domain/chain/record/chain-kind.js';
import { NameRegistries } from '../../projection/name/name-registries.js';

/** The registries that decide the standing of names. @throws DefinitionsRefused */
export function nameRegistries({ isDemo }: Pick<ChainKind, 'isDemo'>): NameRegistries {
  const bindings = readRegistries(isDemo);
  const members = (id: string) => bindings.get(id)!.members;
  return new NameRegistries({
    official: members('official-names'),
    mixers: members('mixers'),
    cautions: members('cautions'),
    flagged: members('flagged-addresses'),
    sanctioned: members('ofac-sanctions'),
    assets: members('canonical-assets'),
    selfDeclared: bindings.get('listed-names')!.selfDeclared,
  });
}
