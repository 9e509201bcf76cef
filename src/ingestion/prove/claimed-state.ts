import type { Pool, PoolClient } from 'pg';
import type { Address, Hash } from '../../domain/chain/hex.js';

/** A part of an account's state: its code, its balance, its nonce or a slot. */
export interface ClaimedPlace {
  readonly address: Address;
  /** As `formatStateRead` writes it; never a call. */
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
  /** The block whose state root proves the value; absent where none does, or where access lists bind it. */
  readonly provenAt?: number;
  /** The block that last wrote it, and the last block at whose end it is the same. */
  readonly since: number;
  readonly through: number;
}

/** The end of a block, as needed to ask for a proof. */
export interface BlockEnd {
  readonly blockHash: Hash;
  readonly stateRoot: Hash;
}

type Database = Pool | PoolClient;

/** The stored state that claims rest on. */
export interface ClaimedState {
  /** Number of the newest tracked run. */
  newestRun(db: Database): Promise<number>;
  /**
   * What tracked runs numbered above `run` read, each at the newest block up to `last` in which the run
   * holds; and what the runs that they ended after block `first` had read. The newest blocks come first.
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
  /** Slots and accounts that tracked runs read of these addresses; a limited number of each. */
  readOf(db: Database, addresses: readonly Buffer[]): Promise<readonly ClaimedPlace[]>;
  /**
   * What the last runs of tracked calls read, of runs numbered above `above`; without `last` when none
   * follow.
   */
  page(
    db: Database,
    above: number,
    runs: number,
  ): Promise<{ readonly places: readonly ClaimedPlace[]; readonly last?: number }>;
  /** Values in the order of the places; undefined where the value is not known. */
  values(db: Database, places: readonly PlaceAt[]): Promise<readonly (StatedValue | undefined)[]>;
  /** Ends in the order of the blocks; undefined where the block is not stored. */
  ends(db: Database, blocks: readonly number[]): Promise<readonly (BlockEnd | undefined)[]>;
  /**
   * Requests proofs of places from nodes. Where a proof shows another value, no claim rests on the stored one
   * any more.
   */
  ask(db: PoolClient, places: readonly PlaceAt[]): Promise<void>;
}

/** Slots that definitions name, at addresses that have facts or claims based on them. */
export interface NamedSlots {
  /** Named slots of these addresses: those that are facts, and those that claims need to be empty. */
  of(db: Database, addresses: readonly Buffer[]): Promise<readonly ClaimedPlace[]>;
  /**
   * Named slots that some claims rest on now, and codes of accounts that delegate, after those of `after`;
   * without `last` when none follow.
   */
  page(
    db: Database,
    after: number | undefined,
    claims: number,
  ): Promise<{ readonly places: readonly ClaimedPlace[]; readonly last?: number }>;
}

export const placeAtKey = ({ address, what, block }: PlaceAt): string => `${block} ${address} ${what}`;

export const describePlace = ({ address, what, block }: PlaceAt): string =>
  `${what} of ${address} at the end of block ${block}`;
