import type { Pool, PoolClient } from 'pg';
import type { Address, Hash } from '../../domain/chain/hex.js';

/** Something of an account that has one value at the end of a block. */
export interface ClaimedPlace {
  readonly address: Address;
  /** As `formatStateRead` writes it, of anything but a call. */
  readonly what: string;
}

export interface PlaceAt extends ClaimedPlace {
  readonly block: number;
}

/** What stored blocks and recorded answers say of a place at the end of a block. */
export interface StatedValue {
  /** 32 bytes, or a code. */
  readonly value: Buffer;
  readonly support: 'proven' | 'changes' | 'attested';
  /** The block whose state root proves it; absent where none does, or access lists bind it. */
  readonly provenAt?: number;
  /** The block that last wrote it, and the last block at whose end it is the same. */
  readonly since: number;
  readonly through: number;
}

/** The end of a block, as proofs of state are asked for. */
export interface BlockEnd {
  readonly blockHash: Hash;
  readonly stateRoot: Hash;
}

type Database = Pool | PoolClient;

/** The state that claims rest on, as it is stored. */
export interface ClaimedState {
  /** Number of the newest tracked run. */
  newestRun(db: Database): Promise<number>;
  /**
   * What tracked runs above a number read, each at the newest block up to `last` at which the run holds, and the same of runs that they end
   * after block `first`; the newest blocks first.
   *
   * @param isAll otherwise only some, where there are many
   */
  readSince(
    db: Database,
    run: number,
    first: number,
    last: number,
    isAll: boolean,
  ): Promise<readonly PlaceAt[]>;
  /** Slots and accounts that tracked runs read of these addresses: of each at most some. */
  readOf(db: Database, addresses: readonly Buffer[]): Promise<readonly ClaimedPlace[]>;
  /** What the last runs of tracked calls read, in the order of their numbers, above one; without `last` at the end. */
  page(
    db: Database,
    above: number,
    runs: number,
  ): Promise<{ readonly places: readonly ClaimedPlace[]; readonly last?: number }>;
  /** In the order asked; undefined where the value is not known. */
  values(db: Database, places: readonly PlaceAt[]): Promise<readonly (StatedValue | undefined)[]>;
  /** In the order asked; undefined where the block is not stored. */
  ends(db: Database, blocks: readonly number[]): Promise<readonly (BlockEnd | undefined)[]>;
  /** Has nodes asked about places: where a proof shows another value, nothing rests on it any more. */
  ask(db: PoolClient, places: readonly PlaceAt[]): Promise<void>;
}

/** Slots that definitions name, of addresses with facts or claims that rest on them. */
export interface NamedSlots {
  /** Those of these addresses that are facts, and those that claims need to be empty. */
  of(db: Database, addresses: readonly Buffer[]): Promise<readonly ClaimedPlace[]>;
  /** Those that some claims rest on now, and codes of accounts that delegate, after those of `last`; without it at the end. */
  page(
    db: Database,
    after: number | undefined,
    claims: number,
  ): Promise<{ readonly places: readonly ClaimedPlace[]; readonly last?: number }>;
}

export const placeAtKey = ({ address, what, block }: PlaceAt): string => `${block} ${address} ${what}`;

export const describePlace = ({ address, what, block }: PlaceAt): string =>
  `${what} of ${address} at the end of block ${block}`;
