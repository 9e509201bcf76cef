import { encodeFunctionData, type Hex, parseAbi, zeroAddress } from 'viem';
import type { Prng } from '../simulation/prng.js';
import type { Call } from './deceiving-chain.js';

export const SLOTS = {
  eip1967: '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc',
  eip1967Admin: '0xb53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103',
  beacon: '0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50',
  eip1822: '0xc5f16f0fcc639fa48a6947836d9850f504798523bf8c9a3a87d5876cf622bcf7',
  ozV1: '0x7050c9e0f4ca769c69bd3a8ef740bc37934f8e2c036e5a723fd8ee048ed3f8c3',
  ozV1Admin: '0x10d6a54a4754c8869d6886b5f5d7fbfa5b4522237ea5c60d11bc4e7a1ff9390b',
  /** A slot that no standard names. */
  custom: `0x${'5107'.repeat(16)}`,
} as const satisfies Record<string, Hex>;

/** How a contract finds what it delegates to. */
export type Way = 'none' | 'slot' | 'beacon' | 'fixed' | 'clone';

export interface OddContract {
  readonly address: Hex;
  readonly way: Way;
  /** For the ways `slot` and `beacon`. */
  readonly slot?: Hex;
  /** For the ways `fixed` and `clone`. */
  readonly target?: Hex;
  /** A beacon whose address is in its code. */
  readonly asks?: Hex;
  /** Whether its slots are written now and then. */
  readonly moves?: boolean;
}

interface Write {
  readonly block: number;
  readonly place: string;
  readonly value: Hex;
}

const ABI = parseAbi(['function put(bytes32 at, address value)', 'function name(address next)']);
/** The proxy kind that a standard slot stands for, and the slot of its admin. */
const KINDS: Readonly<Record<Hex, readonly [id: string, admin?: Hex]>> = {
  [SLOTS.eip1967]: ['proxy:eip1967', SLOTS.eip1967Admin],
  [SLOTS.eip1822]: ['proxy:eip1822'],
  [SLOTS.ozV1]: ['proxy:oz_v1', SLOTS.ozV1Admin],
};
const IMPLEMENTATION = 'implementation()';

/** Slots of contracts that delegate, or seem to, block by block, and the claims that are true of them. */
export class ProxyWorld {
  readonly contracts = new Map<string, OddContract>();
  readonly beacons: Hex[] = [];
  /** The contracts that announced each beacon. */
  readonly announcers = new Map<Hex, OddContract[]>();
  /** Contracts that may be implementations. */
  readonly targets: Hex[] = [];
  #writes: Write[] = [];

  constructor(private readonly random: Prng) {}

  /** Ids of the definitions whose true claims this world knows. */
  static readonly ids = [
    'derived:account_type:proxy',
    'proxy:diamond',
    'proxy:eip1167',
    'proxy:eip1822',
    'proxy:eip1967',
    'proxy:eip1967_beacon',
    'proxy:oz_v1',
    'relation:beacon_implementation',
    'relation:implemented_by',
    'relation:proxy_admin',
    'relation:uses_beacon',
    'token:upgradeable',
  ] as const;

  write(contract: Hex, place: string, value: Hex, block = 0): void {
    this.#writes.push({ block, place: `${contract} ${place}`, value });
  }

  nameImplementation(beacon: Hex, value: Hex, block = 0): void {
    this.write(beacon, IMPLEMENTATION, value, block);
  }

  /** Forgets the writes after a block. */
  goBack(block: number): void {
    this.#writes = this.#writes.filter((one) => one.block <= block);
  }

  /** Random writes for a block. @returns the calls, and a function that records the writes once the block is known */
  acts(most: number): { readonly calls: Call[]; readonly done: (block: number) => void } {
    const calls: Call[] = [];
    const writes: Omit<Write, 'block'>[] = [];
    const { random } = this;
    const put = (to: Hex, slot: Hex, value: Hex) => {
      calls.push({ to, data: encodeFunctionData({ abi: ABI, functionName: 'put', args: [slot, value] }) });
      writes.push({ place: `${to} ${slot}`, value });
    };
    // Sometimes an account without code, which is no implementation.
    const target = () =>
      random.chance(0.2)
        ? random.pick([zeroAddress, `0x${'de'.repeat(20)}`] as Hex[])
        : random.pick(this.targets);
    const moving = [...this.contracts.values()].filter(({ moves }) => moves);
    for (let left = random.between(0, most); left > 0; left--) {
      const { address, way, slot } = random.pick(moving);
      const chosen = random.between(0, 5);
      if (chosen === 0) {
        const value = target();
        const beacon = random.pick(this.beacons);
        calls.push({
          to: beacon,
          data: encodeFunctionData({ abi: ABI, functionName: 'name', args: [value] }),
        });
        writes.push({ place: `${beacon} ${IMPLEMENTATION}`, value });
      } else if (chosen === 1) {
        put(
          address,
          random.pick([SLOTS.eip1967Admin, SLOTS.ozV1Admin]),
          random.pick([zeroAddress, this.targets[0]!]),
        );
      } else if (chosen === 2) {
        // A slot that most of these contracts do not use.
        put(
          address,
          random.pick([SLOTS.eip1967, SLOTS.beacon, SLOTS.eip1822, SLOTS.ozV1]),
          random.pick([...this.targets, ...this.beacons]),
        );
      } else if (slot)
        put(address, slot, way === 'beacon' && random.chance(0.9) ? random.pick(this.beacons) : target());
    }
    return { calls, done: (block) => this.#writes.push(...writes.map((one) => ({ ...one, block }))) };
  }

  /** True claims at the end of a block as `subject id object`, without object for attributes. */
  truths(block: number): Set<string> {
    const all = new Set<string>();
    for (const contract of this.contracts.values())
      for (const one of this.#truthsOf(contract, block)) all.add(`${contract.address} ${one}`);
    for (const [beacon, by] of this.announcers) {
      const answer = this.#at(beacon, IMPLEMENTATION, block);
      const uses = by.some(
        ({ way, address, slot }) => way === 'beacon' && this.#at(address, slot!, block) === beacon,
      );
      if (uses && this.#isLive(answer)) all.add(`${beacon} relation:beacon_implementation ${answer}`);
    }
    return all;
  }

  *#truthsOf({ address, way, slot, target: fixed, asks }: OddContract, block: number): Generator<string> {
    const pointed = slot && this.#at(address, slot, block);
    const target =
      way === 'beacon' ? this.#at(pointed!, IMPLEMENTATION, block) : way === 'slot' ? pointed : fixed;
    if (way === 'none' || !this.#isLive(target)) return;
    yield `relation:implemented_by ${target}`;
    yield 'derived:account_type:proxy';
    if (asks) yield* [`relation:uses_beacon ${asks}`, 'token:upgradeable'];
    if (way === 'beacon') {
      yield* [`relation:uses_beacon ${pointed}`, 'token:upgradeable'];
      // The slot of the standard may name the beacon for readers alone.
      if (this.#at(address, SLOTS.beacon, block) === pointed) yield 'proxy:eip1967_beacon';
    }
    if (way === 'clone') yield* this.#truthsOfClone(address, target!, block);
    if (way === 'slot') yield* this.#truthsOfSlot(address, slot!, block);
  }

  *#truthsOfSlot(address: Hex, slot: Hex, block: number): Generator<string> {
    yield 'token:upgradeable';
    const [kind, adminSlot] = KINDS[slot] ?? [];
    if (kind) yield kind;
    const admin = adminSlot && this.#at(address, adminSlot, block);
    if (admin && admin !== zeroAddress) yield `relation:proxy_admin ${admin}`;
  }

  /** A clone of a proxy is one by its own slot. */
  *#truthsOfClone(address: Hex, of: Hex, block: number): Generator<string> {
    yield 'proxy:eip1167';
    const cloned = [...this.contracts.values()].find((one) => one.address === of);
    if (cloned?.way !== 'slot') return;
    const named = this.#at(address, cloned.slot!, block);
    if (!this.#isLive(named)) return;
    yield `relation:implemented_by ${named}`;
    yield* this.#truthsOfSlot(address, cloned.slot!, block);
  }

  #at(contract: Hex, place: string, block: number): Hex | undefined {
    return this.#writes.findLast((one) => one.place === `${contract} ${place}` && one.block <= block)?.value;
  }

  #isLive(target: Hex | undefined): boolean {
    return (
      target !== undefined &&
      (this.targets.includes(target) ||
        this.beacons.includes(target) ||
        [...this.contracts.values()].some(({ address }) => address === target))
    );
  }
}
