import type { Address } from '../../src/domain/chain/hex.js';
import type { StateAnswer, UnknownReason } from '../../src/state/history/known-state.js';
import { SYSTEM } from './cast.js';
import type { MadeBlock, StateChain } from './state-chain.js';
import type { World } from './world.js';

/** A node's true answer about a slot or the code of an account at the end of a block. */
export interface NaiveRead {
  readonly place: string;
  readonly block: number;
  readonly isProven: boolean;
}

/** A place with a value, and how a block shows it. */
interface Place<Value> {
  readonly name: string;
  readonly value: (world: World) => Value;
  readonly isWritten: (block: MadeBlock) => boolean;
  /** Whether a write makes the value known, as all do except payments to a balance. */
  readonly isSet?: (block: MadeBlock) => boolean;
  /** Whether a write also shows the value before. */
  readonly tellsBefore?: (block: MadeBlock) => boolean;
  readonly isLacking?: (block: MadeBlock) => boolean;
}

export const slotPlace = (address: Address, slot: bigint): Place<bigint> => ({
  name: `${address} ${slot}`,
  value: (world) => world.accounts.get(address)?.storage.get(slot) ?? 0n,
  isWritten: (block) =>
    listed(block, address).some((change) => hasSlot(change, slot)) || renews(block, address),
  tellsBefore: (block) => {
    for (const { changes, destroyed } of block.effects) {
      if (changes.some((change) => isOf(change, address) && hasSlot(change, slot))) return true;
      if (destroyed.has(address)) return false;
    }
    return false;
  },
});

export const codePlace = (address: Address): Place<string> => ({
  name: `${address} code`,
  value: (world) => world.accounts.get(address)?.code ?? '',
  isWritten: (block) => codeEvents(block, address).length > 0,
  tellsBefore: (block) => codeEvents(block, address)[0] === 'creation',
});

export const noncePlace = (address: Address): Place<bigint> => ({
  name: `${address} nonce`,
  value: (world) => BigInt(world.accounts.get(address)?.nonce ?? 0),
  isWritten: (block) => listed(block, address).some(({ nonce }) => nonce !== undefined),
});

export const balancePlace = (address: Address): Place<bigint> => ({
  name: `${address} balance`,
  value: (world) => world.accounts.get(address)?.balance ?? 0n,
  isWritten: (block) => isMoved(block, address) || block.paid.has(address),
  isSet: (block) => isMoved(block, address),
  isLacking: ({ verified }) => verified.ommers === undefined,
});

const isOf = ({ address }: { readonly address: Buffer }, account: Address): boolean =>
  address.equals(Buffer.from(account.slice(2), 'hex'));
const listed = ({ effects }: MadeBlock, address: Address) =>
  effects.flatMap(({ changes }) => changes.filter((change) => isOf(change, address)));
const isMoved = (block: MadeBlock, address: Address): boolean =>
  listed(block, address).some(({ balance }) => balance !== undefined);
const renews = ({ effects }: MadeBlock, address: Address): boolean =>
  effects.some(({ created, destroyed }) => created.has(address) || destroyed.has(address));

function hasSlot(
  { storage }: { readonly storage: readonly { readonly slot: Buffer }[] },
  slot: bigint,
): boolean {
  return storage.some((one) => BigInt(`0x${one.slot.toString('hex')}`) === slot);
}

function codeEvents({ effects, verified }: MadeBlock, address: Address): ('creation' | 'other')[] {
  const hasFrames = verified.frames !== undefined;
  return effects.flatMap(({ changes, created, transient }) => {
    if (transient.has(address)) return hasFrames ? ['creation' as const] : [];
    if (!changes.some((change) => isOf(change, address) && change.code !== undefined)) return [];
    return [created.has(address) && hasFrames ? ('creation' as const) : ('other' as const)];
  });
}

const provenAt = (read: NaiveRead | undefined): { readonly provenAt?: number } =>
  read?.isProven ? { provenAt: read.block } : {};

/** Answers by reading every block in turn; the values are those of the world itself. */
export class NaiveHistory {
  constructor(
    private readonly chain: StateChain,
    private readonly stored: ReadonlySet<number>,
    private readonly reads: readonly NaiveRead[],
  ) {}

  answer<Value>(place: Place<Value>, block: number): StateAnswer<Value> {
    const read = (from: number, to: number) => {
      const found = this.reads
        .filter((one) => one.place === place.name && one.block >= from && one.block <= to)
        .sort((one, other) => one.block - other.block);
      return found.find(({ isProven }) => isProven) ?? found[0];
    };
    if (place.name.startsWith(SYSTEM) && !/nonce|code|balance/.test(place.name)) {
      const own = read(block, block);
      const nextChange = block + 1;
      if (!own) return { known: false, reason: 'system_contract', askAt: block, nextChange };
      return this.#known(place, block, own.isProven ? 'proven' : 'attested', block, block, nextChange);
    }
    const isCovered = (number: number): boolean =>
      this.stored.has(number) &&
      this.chain.at(number).verified.stateChanges !== undefined &&
      !place.isLacking?.(this.chain.at(number));
    if (!isCovered(block)) {
      const own = read(block, block);
      if (own) {
        const known = this.#known(place, block, own.isProven ? 'proven' : 'attested', block, block);
        return { ...known, ...provenAt(own) };
      }
      const reason = this.#reason(block);
      return { known: false, reason, ...(reason !== 'block_not_stored' && { askAt: block }) };
    }
    const isWritten = (number: number): boolean => place.isWritten(this.chain.at(number));
    let [since, through] = [block, block];
    while (!isWritten(since) && isCovered(since - 1)) since--;
    while (isCovered(through + 1) && !isWritten(through + 1)) through++;
    const nextChange = isCovered(through + 1) ? through + 1 : undefined;
    let isTold = this.chain.beginsChain && this.#isCoveredFrom(0, block, isCovered);
    // Payments add to what an earlier transaction left.
    for (let number = since; !isTold && isCovered(number); number--)
      isTold = (place.isSet ?? place.isWritten)(this.chain.at(number));
    if (nextChange !== undefined && !isWritten(since))
      isTold ||= place.tellsBefore?.(this.chain.at(nextChange)) === true;
    const recorded = read(since, through);
    if (!isTold && !recorded) {
      return {
        known: false,
        reason: 'not_written_in_range',
        askAt: through,
        ...(nextChange !== undefined && { nextChange }),
      };
    }
    const support = recorded?.isProven ? 'proven' : isTold ? 'changes' : 'attested';
    return { ...this.#known(place, block, support, since, through, nextChange), ...provenAt(recorded) };
  }

  #known<Value>(
    place: Place<Value>,
    block: number,
    support: 'proven' | 'changes' | 'attested',
    since: number,
    through: number,
    nextChange?: number,
  ): StateAnswer<Value> {
    const value = place.value(this.chain.at(block).world);
    return { known: true, value, support, since, through, ...(nextChange !== undefined && { nextChange }) };
  }

  #isCoveredFrom(first: number, block: number, isCovered: (number: number) => boolean): boolean {
    for (let number = first; number <= block; number++) if (!isCovered(number)) return false;
    return true;
  }

  #reason(block: number): UnknownReason {
    if (!this.stored.has(block)) return 'block_not_stored';
    const { stateChanges } = this.chain.at(block).verified;
    return stateChanges === undefined ? 'no_state_changes' : 'no_ommers';
  }
}
