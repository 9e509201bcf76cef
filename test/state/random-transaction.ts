import type { Address } from '../../src/domain/chain/hex.js';
import type { SlotChange, StateChange } from '../../src/domain/chain/record/block.js';
import type { Prng } from '../simulation/prng.js';
import { CONTRACTS, EVERYBODY, KEYED, SLOTS, SYSTEM } from './cast.js';
import type { World, WorldAccount } from './world.js';

/** A transaction with its true effects, and with those that a tracer lists. */
export interface MadeEffects {
  readonly sender: Address;
  readonly changes: readonly StateChange[];
  readonly created: ReadonlySet<Address>;
  readonly destroyed: ReadonlySet<Address>;
  /** Contracts that it created and destroyed, which are not in its diff. */
  readonly transient: ReadonlySet<Address>;
  /** Code of created contracts, including transient ones. */
  readonly codes: ReadonlyMap<Address, string>;
}

const CODES = ['6001', '600260', `60${'5b'.repeat(40)}`];
const NOTHING: WorldAccount = { balance: 0n, nonce: 0, code: '', storage: new Map() };

/** Invents a transaction and applies it to the world. @param codes code for created contracts */
export function randomTransaction(world: World, random: Prng, codes: readonly string[] = CODES): MadeEffects {
  return new TransactionMaker(world, random, codes).make();
}

class TransactionMaker {
  readonly #before: World;
  readonly #created = new Set<Address>();
  readonly #destroyed = new Set<Address>();
  readonly #transient = new Set<Address>();
  readonly #authorized = new Set<Address>();
  readonly #codes = new Map<Address, string>();

  constructor(
    private readonly world: World,
    private readonly random: Prng,
    private readonly codes: readonly string[],
  ) {
    this.#before = world.copy();
  }

  make(): MadeEffects {
    const { world, random } = this;
    const sender = random.pick(KEYED);
    world.of(sender).nonce++;
    world.of(sender).balance -= 1n;
    const acts = [
      this.#pay,
      this.#write,
      this.#write,
      this.#create,
      this.#destroy,
      this.#pass,
      this.#authorize,
    ];
    for (let left = random.between(1, 3); left > 0; left--) random.pick(acts).call(this);
    return {
      sender,
      changes: this.#changes(),
      created: this.#created,
      destroyed: this.#destroyed,
      transient: this.#transient,
      codes: this.#codes,
    };
  }

  #pay(): void {
    const [from, to] = [this.random.pick(EVERYBODY), this.random.pick(EVERYBODY)];
    if (this.#destroyed.has(from) || this.#destroyed.has(to) || this.#transient.has(to)) return;
    const wei = this.world.of(from).balance / 3n;
    if (wei <= 0n) return;
    this.world.of(from).balance -= wei;
    this.world.of(to).balance += wei;
  }

  #write(): void {
    const address = this.random.pick([...EVERYBODY, ...CONTRACTS, SYSTEM]);
    if (this.world.of(address).code === '') return;
    for (let left = this.random.between(1, 3); left > 0; left--) this.#writeSlot(address);
  }

  #writeSlot(address: Address): void {
    this.world.write(address, this.random.pick(SLOTS), BigInt(this.random.between(0, 3)) << 100n);
  }

  #create(): void {
    const address = this.random.pick(CONTRACTS);
    if (!this.#isFree(address)) return;
    const account = this.world.of(address);
    account.code = this.random.pick(this.codes);
    // Before EIP-161 the nonce of a contract began at zero.
    account.nonce = this.random.between(0, 1);
    this.#created.add(address);
    this.#codes.set(address, account.code);
    for (let left = this.random.between(0, 3); left > 0; left--) this.#writeSlot(address);
  }

  #destroy(): void {
    const address = this.random.pick(CONTRACTS);
    const account = this.world.of(address);
    if (account.code === '' || this.#created.has(address)) return;
    this.world.of(this.random.pick(KEYED)).balance += account.balance;
    this.world.accounts.delete(address);
    this.#destroyed.add(address);
  }

  #pass(): void {
    const address = this.random.pick(CONTRACTS);
    if (!this.#isFree(address) || this.world.of(address).balance > 0n) return;
    this.#transient.add(address);
    this.#codes.set(address, this.random.pick(this.codes));
  }

  #authorize(): void {
    const address = this.random.pick(KEYED);
    const account = this.world.of(address);
    account.nonce++;
    account.code = this.random.chance(0.4) ? '' : `ef0100${this.random.pick(CONTRACTS).slice(2)}`;
    this.#authorized.add(address);
  }

  #isFree(address: Address): boolean {
    const { code, nonce } = this.world.of(address);
    const isUsed = [this.#created, this.#destroyed, this.#transient].some((used) => used.has(address));
    return code === '' && nonce === 0 && !isUsed;
  }

  #changes(): StateChange[] {
    const changes = EVERYBODY.toSorted().flatMap((address) => this.#changeOf(address) ?? []);
    return changes;
  }

  #changeOf(address: Address): StateChange | undefined {
    const before = this.#before.accounts.get(address) ?? NOTHING;
    const after = this.world.accounts.get(address) ?? NOTHING;
    const balance = before.balance !== after.balance && { before: before.balance, after: after.balance };
    const nonce = before.nonce !== after.nonce && { before: before.nonce, after: after.nonce };
    const hasCode = before.code !== after.code || this.#authorized.has(address);
    const storage = this.#storageOf(address, before, after);
    if (!balance && !nonce && !hasCode && storage.length === 0) return undefined;
    return {
      address: Buffer.from(address.slice(2), 'hex'),
      ...(balance && { balance }),
      ...(nonce && { nonce }),
      ...(hasCode && { code: Buffer.from(after.code, 'hex') }),
      storage,
    };
  }

  /** For a removed account, tracers list the slots that the transaction touched: here any of them. */
  #storageOf(address: Address, before: WorldAccount, after: WorldAccount): SlotChange[] {
    const isDestroyed = this.#destroyed.has(address);
    return SLOTS.toSorted((a, b) => (a < b ? -1 : 1)).flatMap((slot) => {
      const [old, now] = [before.storage.get(slot) ?? 0n, after.storage.get(slot) ?? 0n];
      if (old === now || (isDestroyed && this.random.chance(0.6))) return [];
      return [{ slot: word(slot), before: word(old), after: word(now) }];
    });
  }
}

export function word(value: bigint): Buffer {
  return Buffer.from(value.toString(16).padStart(64, '0'), 'hex');
}
