/** A versioned registry that definitions may consult. */
export interface Binding {
  readonly id: string;
  /** Says in words where the entries were read, and when. */
  readonly source: string;
  /** Ascending. */
  readonly versions: readonly BindingVersion[];
  readonly digest: string;
  /** Names of the fields that every entry has besides its key. */
  readonly fields: readonly string[];
  /** Periods of membership by key (lower-case hex: an address, or 32 bytes), ascending, disjoint. */
  readonly members: ReadonlyMap<string, readonly Membership[]>;
  /** Keys whose newest entry repeats what an address says of itself; absent where a registry has none. */
  readonly selfDeclared?: ReadonlySet<string>;
}

export interface BindingVersion {
  readonly version: string;
  /** UTC day. */
  readonly retrieved: string;
  /** UTC day of the list itself, where it is older than the day on which it was read. */
  readonly asOf?: string;
  readonly validFrom: number;
}

/** Blocks during which a key is in a binding. */
export interface Membership {
  readonly from: number;
  /** Last block; absent while the entry is current. */
  readonly until?: number;
  /** Version that added the entry. */
  readonly version: string;
  /** Version that removed the entry. */
  readonly removedBy?: string;
  readonly fields: Readonly<Record<string, string>>;
}
