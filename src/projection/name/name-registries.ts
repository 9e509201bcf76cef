import type { Address } from '../../domain/chain/hex.js';
/** A range of blocks in which a registry lists an address. */
export interface Listing {
  readonly from: number;
  /** Last block; absent while the entry is current. */
  readonly until?: number;
  readonly fields: Readonly<Record<string, string>>;
}

/** The entries of a registry, by address (`0x` and 40 lower-case hex characters). */
export type Registry = ReadonlyMap<string, readonly Listing[]>;

/** What registries say of one address at a block; a field is absent where a registry does not list it. */
export interface Listed {
  /** Name that the publisher of the address gives. */
  readonly official?: string;
  /** Name of a pool of a mixer. */
  readonly mixer?: string;
  readonly caution?: string;
  /** Why the list of scams has the address. */
  readonly flag?: string;
  /** Whether the list of sanctions has it. */
  readonly isSanctioned?: boolean;
  /** Whether its listed name is what it says of itself. */
  readonly isSelfDeclared?: boolean;
}

/** The registries that decide the standing of a name. */
export class NameRegistries {
  constructor(
    private readonly registries: {
      /** Entries have a `name`. */
      readonly official: Registry;
      /** Entries have a `name`. */
      readonly mixers: Registry;
      /** Entries have a `caution`. */
      readonly cautions: Registry;
      /** Entries have a `reason`. */
      readonly flagged: Registry;
      readonly sanctioned: Registry;
      /** Entries have a `symbol`: the assets that may be imitated. */
      readonly assets: Registry;
      /** Addresses whose listed name is what they say of themselves. */
      readonly selfDeclared?: ReadonlySet<string> | undefined;
    },
  ) {}

  /**
   * Address of the asset with a symbol, for imitations flagged with that symbol; undefined where no registry
   * has it now.
   */
  assetOf(symbol: string): string | undefined {
    for (const [address, listings] of this.registries.assets)
      if (listings.some(({ until, fields }) => until === undefined && fields.symbol === symbol))
        return address;
    return undefined;
  }

  /** @param address `0x` and 40 lower-case hex characters. */
  at(address: Address, block: number): Listed {
    const { official, mixers, cautions, flagged, sanctioned, selfDeclared } = this.registries;
    return {
      ...said('official', official, 'name'),
      ...said('mixer', mixers, 'name'),
      ...said('caution', cautions, 'caution'),
      ...said('flag', flagged, 'reason'),
      ...(listing(sanctioned) && { isSanctioned: true }),
      ...(selfDeclared?.has(address) && { isSelfDeclared: true }),
    };

    function said(key: keyof Listed, registry: Registry, field: string): Listed {
      const listed = listing(registry);
      return listed ? { [key]: listed.fields[field] } : {};
    }

    function listing(registry: Registry): Listing | undefined {
      return registry
        .get(address)
        ?.find(({ from, until }) => from <= block && (until === undefined || until >= block));
    }
  }

  /** Every address in any of these registries. */
  addresses(): Set<string> {
    const { official, mixers, cautions, flagged, sanctioned } = this.registries;
    const registries = [official, mixers, cautions, flagged, sanctioned];
    return new Set(registries.flatMap((registry) => [...registry.keys()]));
  }
}
