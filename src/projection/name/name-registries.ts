/** One stretch of blocks in which a registry says something of an address. */
export interface Listing {
  readonly from: number;
  /** Last block; absent while it stands. */
  readonly until?: number;
  readonly fields: Readonly<Record<string, string>>;
}

/** What a registry says, by address (`0x` and 40 lower-case hex characters). */
export type Registry = ReadonlyMap<string, readonly Listing[]>;

/** What registries say of one address at a block; absent where they say nothing. */
export interface Listed {
  /** Name that its publisher gives it. */
  readonly official?: string;
  /** Name of a pool of a mixer. */
  readonly mixer?: string;
  readonly caution?: string;
  /** Why a list of scams has it. */
  readonly flag?: string;
}

/** The registries that decide how a name stands. */
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
      /** What others imitate: entries have a `symbol`. */
      readonly assets: Registry;
    },
  ) {}

  /** Address of the asset of a symbol, as imitations are flagged with it; undefined where no registry has it now. */
  assetOf(symbol: string): string | undefined {
    for (const [address, listings] of this.registries.assets)
      if (listings.some(({ until, fields }) => until === undefined && fields.symbol === symbol))
        return address;
    return undefined;
  }

  /** @param address `0x` and 40 lower-case hex characters. */
  at(address: string, block: number): Listed {
    const { official, mixers, cautions, flagged } = this.registries;
    return {
      ...said('official', official, 'name'),
      ...said('mixer', mixers, 'name'),
      ...said('caution', cautions, 'caution'),
      ...said('flag', flagged, 'reason'),
    };

    function said(key: keyof Listed, registry: Registry, field: string): Listed {
      const listing = registry
        .get(address)
        ?.find(({ from, until }) => from <= block && (until === undefined || until >= block));
      return listing ? { [key]: listing.fields[field] } : {};
    }
  }

  /** Every address of which any of them says something. */
  addresses(): Set<string> {
    const { official, mixers, cautions, flagged } = this.registries;
    return new Set([official, mixers, cautions, flagged].flatMap((registry) => [...registry.keys()]));
  }
}
