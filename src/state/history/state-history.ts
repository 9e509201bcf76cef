import type { Pool, PoolClient } from 'pg';
import { toHex } from '../../domain/chain/codec/hex.js';
import type { Address } from '../../domain/chain/hex.js';
import type { ForkSchedule } from '../../domain/chain/protocol/fork-schedule.js';
import { type AccountAnswer, type AccountAsked, readAccounts } from './account-history.js';
import { type Code, type CodeAsked, readCodes } from './code-history.js';
import type { StateAnswer } from './known-state.js';
import { readSlots, type Slot } from './slot-history.js';
import { earliest, type RecordedAnswers } from './state-answer.js';

/** Something that has a value at the end of every block; an account is its balance and nonce. */
export type StatePlace =
  | ({ readonly kind: 'slot' } & Slot)
  | { readonly kind: 'code' | 'account'; readonly address: Address };

/**
 * Code, slots, balances and nonces at the end of any block, from the state changes of covered blocks and from recorded answers. Each answer
 * says from which block to which it holds. One query for any number of places.
 */
export class StateHistory {
  readonly #systemContracts: ReadonlySet<Address>;

  /**
   * @param schedule names the contracts whose slots blocks write outside of transactions; they are never
   * known from state changes
   * @param answers which recorded answers count; never `all` for what enters claims
   */
  constructor(
    private readonly db: Pool | PoolClient,
    schedule: ForkSchedule,
    private readonly answers: RecordedAnswers = 'claims',
  ) {
    this.#systemContracts = new Set(
      schedule.forks.flatMap(({ systemContracts }) => systemContracts.map((one) => toHex(one) as Address)),
    );
  }

  async codeAt(address: Address, block: number): Promise<StateAnswer<Code>> {
    return (await this.codesAt([address], block))[0]!;
  }

  async slotAt(address: Address, slot: bigint, block: number): Promise<StateAnswer<bigint>> {
    return (await this.slotsAt([{ address, slot }], block))[0]!;
  }

  async accountAt(address: Address, block: number): Promise<AccountAnswer> {
    return (await this.accountsAt([address], block))[0]!;
  }

  /** In the order asked, like the next three. */
  codesAt(addresses: readonly Address[], block: number): Promise<StateAnswer<Code>[]> {
    return this.codesAtBlocks(addresses.map((address) => ({ address, block })));
  }

  codesAtBlocks(asked: readonly CodeAsked[]): Promise<StateAnswer<Code>[]> {
    return readCodes(this.db, asked, this.answers);
  }

  slotsAt(slots: readonly Slot[], block: number): Promise<StateAnswer<bigint>[]> {
    return readSlots(this.db, slots, block, this.#systemContracts, this.answers);
  }

  accountsAt(addresses: readonly Address[], block: number): Promise<AccountAnswer[]> {
    return this.accountsAtBlocks(addresses.map((address) => ({ address, block })));
  }

  accountsAtBlocks(asked: readonly AccountAsked[]): Promise<AccountAnswer[]> {
    return readAccounts(this.db, asked, this.answers);
  }

  /**
   * The first block after one that writes a place, perhaps with the same value; undefined where the covered
   * range ends before. A system contract's slot may be written by every block.
   */
  async nextChange(place: StatePlace, after: number): Promise<number | undefined> {
    if (place.kind === 'slot') return (await this.slotAt(place.address, place.slot, after)).nextChange;
    if (place.kind === 'code') return (await this.codeAt(place.address, after)).nextChange;
    const { balance, nonce } = await this.accountAt(place.address, after);
    return earliest(balance.nextChange ?? null, nonce.nextChange ?? null) ?? undefined;
  }
}
