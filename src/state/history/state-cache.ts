import type { Address } from '../../domain/chain/hex.js';
import type { Code } from './code-history.js';
import { type Interval, IntervalCache } from './interval-cache.js';
import type { StateAnswer, Support, UnknownReason, UnknownState } from './known-state.js';
import type { Slot } from './slot-history.js';
import type { StateHistory, StatePlace } from './state-history.js';

/** About 200 bytes each. */
const MAX_INTERVALS = 500_000;
const MAX_ACCOUNTS = 100_000;
/** At most 24 KB each. */
export const MAX_CODES = 2_000;

/** A place whose value at the end of a block is not known. */
export interface UnknownPlace {
  readonly place: StatePlace;
  /** For an account: the field, its balance before its nonce where neither is known. */
  readonly field?: 'balance' | 'nonce';
  readonly reason: UnknownReason;
  /**
   * The newest covered block at whose end the value is still the same: the one to ask a node about. Absent
   * where asking does not help.
   */
  readonly askAt?: number;
  /** The next block that writes a part of it. */
  readonly nextChange?: number;
}

/** What is kept of each kind. */
interface Kept {
  readonly slots: bigint;
  readonly balances: bigint;
  readonly nonces: bigint;
  readonly codes: Code;
}

/** Values of state in memory, each with the blocks in which it holds, so that one value serves many blocks. */
export class StateValues {
  readonly slots = new IntervalCache<bigint>(MAX_INTERVALS);
  readonly balances = new IntervalCache<bigint>(MAX_ACCOUNTS);
  readonly nonces = new IntervalCache<bigint>(MAX_ACCOUNTS);
  /** By address. */
  readonly codes = new IntervalCache<Code>(MAX_CODES);

  forgetFrom(block: number): void {
    for (const cache of [this.slots, this.balances, this.nonces, this.codes]) cache.forgetFrom(block);
  }
}

/** Loads values into memory and keeps them there. Its owner reports every unwind. */
export class StateCache {
  /** Not shared: blocks that are stored later may contradict what a node attests. */
  readonly #attested = new StateValues();

  /** @param values shared by the caches of one chain, whatever connection each reads by */
  constructor(
    private readonly history: StateHistory,
    private readonly values = new StateValues(),
  ) {}

  /** Undefined while it is not in memory, as in the methods below. */
  slot({ address, slot }: Slot, block: number): Interval<bigint> | undefined {
    return this.#find('slots', slotKey(address, slot), block);
  }

  code(address: Address, block: number): Interval<Code> | undefined {
    return this.#find('codes', address, block);
  }

  balance(address: Address, block: number): Interval<bigint> | undefined {
    return this.#find('balances', address, block);
  }

  nonce(address: Address, block: number): Interval<bigint> | undefined {
    return this.#find('nonces', address, block);
  }

  has(place: StatePlace, block: number): boolean {
    if (place.kind === 'slot') return this.slot(place, block) !== undefined;
    if (place.kind === 'code') return this.code(place.address, block) !== undefined;
    return this.balance(place.address, block) !== undefined && this.nonce(place.address, block) !== undefined;
  }

  /** Brings places into memory, in one query for each kind of place. Returns those that are not known. */
  async load(places: readonly StatePlace[], block: number): Promise<UnknownPlace[]> {
    return (await this.loadAll([{ places, block }]))[0]!;
  }

  /**
   * The same for several blocks: one query for all codes, one for all accounts, and one for the slots of each
   * block that asks for any.
   */
  async loadAll(
    wanted: readonly { readonly places: readonly StatePlace[]; readonly block: number }[],
  ): Promise<UnknownPlace[][]> {
    const found = wanted.map((): UnknownPlace[] => []);
    const keep = <Kind extends keyof Kept>(
      unknown: UnknownPlace[],
      kind: Kind,
      key: string,
      place: StatePlace,
      answer: StateAnswer<Kept[Kind]>,
    ) => {
      if (answer.known) this.#cache(kind, answer.support).add(key, answer);
      else unknown.push({ place, ...FIELDS[kind], ...withoutKnown(answer) });
    };
    for (const [index, { places, block }] of wanted.entries()) {
      const slots = places.filter((place) => place.kind === 'slot');
      for (const [at, answer] of (await this.history.slotsAt(slots, block)).entries()) {
        const { address, slot } = slots[at]!;
        keep(found[index]!, 'slots', slotKey(address, slot), slots[at]!, answer);
      }
    }
    const ofKind = (kind: 'code' | 'account') =>
      wanted.flatMap(({ places, block }, index) =>
        places.flatMap((place) =>
          place.kind === kind ? { place, address: place.address, block, index } : [],
        ),
      );
    const codes = ofKind('code');
    for (const [at, answer] of (await this.history.codesAtBlocks(codes)).entries()) {
      const { place, address, index } = codes[at]!;
      keep(found[index]!, 'codes', address, place, answer);
    }
    const accounts = ofKind('account');
    for (const [at, { balance, nonce }] of (await this.history.accountsAtBlocks(accounts)).entries()) {
      const { place, address, index } = accounts[at]!;
      keep(found[index]!, 'balances', address, place, balance);
      keep(found[index]!, 'nonces', address, place, nonce);
    }
    return found;
  }

  #find<Kind extends keyof Kept>(kind: Kind, key: string, block: number): Interval<Kept[Kind]> | undefined {
    return this.#cache(kind).find(key, block) ?? this.#cache(kind, 'attested').find(key, block);
  }

  #cache<Kind extends keyof Kept>(kind: Kind, support?: Support): IntervalCache<Kept[Kind]> {
    const values: { readonly [One in keyof Kept]: IntervalCache<Kept[One]> } =
      support === 'attested' ? this.#attested : this.values;
    return values[kind];
  }

  /** Forgets the state at the end of this block and of those after it. */
  unwind(fromBlock: number): void {
    this.values.forgetFrom(fromBlock);
    this.#attested.forgetFrom(fromBlock);
  }
}

const FIELDS: Readonly<Partial<Record<keyof Kept, Pick<UnknownPlace, 'field'>>>> = {
  balances: { field: 'balance' },
  nonces: { field: 'nonce' },
};

function withoutKnown({ known: _, ...rest }: UnknownState): Omit<UnknownPlace, 'place'> {
  return rest;
}

function slotKey(address: Address, slot: bigint): string {
  return `${address}${slot.toString(16)}`;
}
