import { NameRegistries } from '../../src/projection/name/name-registries.js';

/** Registry entries by address: names given by publishers, names of mixers, cautions, and reasons of scam lists. */
export interface Said {
  readonly official?: Readonly<Record<string, string>>;
  readonly mixers?: Readonly<Record<string, string>>;
  readonly cautions?: Readonly<Record<string, string>>;
  readonly flagged?: Readonly<Record<string, string>>;
  readonly sanctioned?: readonly string[];
  /** Symbols of assets that others may imitate. */
  readonly assets?: Readonly<Record<string, string>>;
  /** Addresses whose listed name is what they say of themselves. */
  readonly selfDeclared?: readonly string[];
}

/** Registries with these entries from block 0 on. */
export function registriesOf({
  official = {},
  mixers = {},
  cautions = {},
  flagged = {},
  sanctioned = [],
  assets = {},
  selfDeclared = [],
}: Said = {}): NameRegistries {
  const register = (said: Readonly<Record<string, string>>, field: string) =>
    new Map(
      Object.entries(said).map(([address, text]) => [address, [{ from: 0, fields: { [field]: text } }]]),
    );
  return new NameRegistries({
    official: register(official, 'name'),
    mixers: register(mixers, 'name'),
    cautions: register(cautions, 'caution'),
    flagged: register(flagged, 'reason'),
    sanctioned: new Map(sanctioned.map((address) => [address, [{ from: 0, fields: {} }]])),
    assets: register(assets, 'symbol'),
    selfDeclared: new Set(selfDeclared),
  });
}
