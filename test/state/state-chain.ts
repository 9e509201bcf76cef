import type { Address } from '../../src/domain/chain/hex.js';
import type {
  Frame,
  Header,
  Log,
  StateChange,
  VerifiedBlock,
  Withdrawal,
} from '../../src/domain/chain/record/block.js';
import { verifiedBlock } from '../builder/verified-block.js';
import type { Prng } from '../simulation/prng.js';
import { CONTRACTS, EVERYBODY, KEYED, PAID, SLOTS, SYSTEM } from './cast.js';
import { type MadeEffects, randomTransaction, word } from './random-transaction.js';
import { World } from './world.js';

/** A block with its true effects. */
export interface MadeBlock {
  readonly verified: VerifiedBlock;
  readonly effects: readonly MadeEffects[];
  /** Accounts that the protocol paid. */
  readonly paid: ReadonlySet<Address>;
  /** The state at the end of the block. */
  readonly world: World;
}

const ETHER = 10n ** 18n;
const NOTHING = Buffer.alloc(0);
const bytes = (address: Address): Buffer => Buffer.from(address.slice(2), 'hex');

/** Blocks that change state in all ways, beginning with a genesis or in the middle of a chain. */
export class StateChain {
  readonly first: number;
  readonly blocks: MadeBlock[] = [];
  readonly #start = new World();
  #made = 0;

  constructor(
    private readonly random: Prng,
    readonly beginsChain: boolean,
    private readonly isMined: boolean,
    /** Code for created contracts; if given, contracts also emit transfers. */
    private readonly codes?: readonly string[],
  ) {
    this.first = beginsChain ? 0 : 1_000;
    for (const address of KEYED) this.#start.of(address).balance = ETHER;
    this.#start.of(SYSTEM).code = 'fe';
    this.#start.of(SYSTEM).nonce = 1;
    for (const address of CONTRACTS.slice(0, 2)) {
      const account = this.#start.of(address);
      account.code = codes?.[0] ?? '60ff';
      account.nonce = 1;
      for (const slot of SLOTS.slice(0, 4)) account.storage.set(slot, BigInt(random.between(1, 9)));
    }
    if (beginsChain) this.blocks.push(this.#genesis());
  }

  get last(): number {
    return this.first + this.blocks.length - 1;
  }

  at(number: number): MadeBlock {
    return this.blocks[number - this.first]!;
  }

  growTo(last: number): void {
    while (this.last < last) this.blocks.push(this.#next());
  }

  /** Drops all blocks after this one, so that another branch can follow. */
  cutTo(ancestor: number): void {
    this.blocks.length = ancestor - this.first + 1;
  }

  #genesis(): MadeBlock {
    const world = this.#start.copy();
    const allocation: StateChange[] = [...world.accounts]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([address, { balance, nonce, code, storage }]) => ({
        address: bytes(address),
        ...(balance > 0n && { balance: { before: 0n, after: balance } }),
        ...(nonce > 0 && { nonce: { before: 0, after: nonce } }),
        ...(code !== '' && { code: Buffer.from(code, 'hex') }),
        storage: [...storage].map(([slot, value]) => ({
          slot: word(slot),
          before: word(0n),
          after: word(value),
        })),
      }));
    const verified = verifiedBlock(0, `${this.#made++}`, Buffer.alloc(32), []);
    return { verified: { ...verified, allocation }, effects: [], paid: new Set(), world };
  }

  #next(): MadeBlock {
    const { random, isMined } = this;
    const parent = this.blocks.at(-1);
    const number = this.last + 1;
    const world = (parent?.world ?? this.#start).copy();
    // Blocks themselves write to system contracts, and no diff shows it.
    for (const slot of SLOTS) if (random.chance(0.5)) world.write(SYSTEM, slot, BigInt(random.next()));
    const effects = Array.from({ length: random.between(0, 4) }, () =>
      randomTransaction(world, random, this.codes),
    );
    const withdrawals = Array.from({ length: random.between(0, 2) }, () => withdrawal(random));
    const bare = verifiedBlock(
      number,
      `${this.#made++}`,
      parent?.verified.hash ?? Buffer.alloc(32, 1),
      effects.map(({ sender }) => ({
        from: bytes(sender),
        to: bytes(sender),
        ...(this.codes && random.chance(0.2) && { logs: [transferOf(random.pick(EVERYBODY))] }),
      })),
    );
    const beneficiary = random.pick([PAID, ...EVERYBODY]);
    const header: Header = { ...bare.header, beneficiary: bytes(beneficiary), difficulty: isMined ? 1n : 0n };
    const ommers = Array.from({ length: isMined ? random.between(0, 2) : 0 }, () => ommer(header, random));
    const paid = pay(world, header, ommers, withdrawals);
    const { ommers: _, stateChanges: __, frames: ___, ...rest } = bare;
    const verified: VerifiedBlock = {
      ...rest,
      header,
      withdrawals,
      ommerCount: ommers.length,
      ...(!(ommers.length > 0 && random.chance(0.08)) && { ommers }),
      ...(random.chance(0.95) && { stateChanges: effects.map(({ changes }) => changes) }),
      ...(random.chance(0.8) && {
        frames: effects.map((one, at) => [...bare.frames![at]!, ...creations(one)]),
      }),
    };
    return { verified, effects, paid, world };
  }
}

const TRANSFER = Buffer.from('ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef', 'hex');

function transferOf(token: Address): Log {
  const account = Buffer.concat([Buffer.alloc(12), bytes(token)]);
  return { address: bytes(token), topics: [TRANSFER, account, account], data: Buffer.alloc(32) };
}

function withdrawal(random: Prng): Withdrawal {
  const address = bytes(random.pick([PAID, ...EVERYBODY]));
  return { index: random.next(), validatorIndex: 1, address, amountGwei: BigInt(random.between(1, 9)) };
}

function ommer(header: Header, random: Prng): Header {
  return { ...header, number: header.number - 1, beneficiary: bytes(random.pick(EVERYBODY)) };
}

/** Withdrawals, and rewards if the block is mined, after its transactions. */
function pay(
  world: World,
  { beneficiary, difficulty }: Header,
  ommers: readonly Header[],
  withdrawals: readonly Withdrawal[],
): Set<Address> {
  const paid = new Set<Address>();
  const add = (to: Buffer, wei: bigint): void => {
    const address = `0x${to.toString('hex')}` as Address;
    world.of(address).balance += wei;
    paid.add(address);
  };
  const reward = 5n * ETHER;
  if (difficulty > 0n) add(beneficiary, reward + BigInt(ommers.length) * (reward / 32n));
  for (const one of ommers) add(one.beneficiary, (reward * 7n) / 8n);
  for (const { address, amountGwei } of withdrawals) add(address, amountGwei * 10n ** 9n);
  return paid;
}

function creations({ sender, codes }: MadeEffects): Frame[] {
  return [...codes].map(([address, code], index) => ({
    path: Buffer.from([0, 0, 0, index]),
    type: 'CREATE',
    ...{ from: bytes(sender), to: bytes(address), value: 0n, gas: 0, gasUsed: 0 },
    ...{ input: NOTHING, output: Buffer.from(code, 'hex') },
  }));
}
