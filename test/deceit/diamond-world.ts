import { encodeFunctionData, type Hex, parseAbi, zeroAddress } from 'viem';
import type { Prng } from '../simulation/prng.js';
import type { Call } from './deceiving-chain.js';

/** Behaviours of the fallback, in the order in which `OddDiamond` numbers them. */
export const DIAMOND_WAYS = [
  'named',
  'never',
  'without arguments',
  'with arguments',
  'elsewhere',
  'every',
  'packed',
  'in its code',
  'for some',
] as const;
export type DiamondWay = (typeof DIAMOND_WAYS)[number];

export interface OddDiamond {
  readonly address: Hex;
  readonly way: DiamondWay;
  /** Another address that it delegates to. */
  readonly other?: Hex;
  readonly isClone?: true;
  /** Whether its events may differ from what it writes. */
  readonly lies?: boolean;
  /** False if its functions never change. */
  readonly moves?: false;
}

interface Change {
  readonly block: number;
  readonly address: Hex;
  readonly selector: Hex;
  readonly facet: Hex;
  readonly by: 'cut' | 'say' | 'write';
}

const ABI = parseAbi([
  'function cut(bytes4 selector, address facet)',
  'function say(bytes4 selector, address facet)',
  'function write(bytes4 selector, address facet)',
]);
const SELECTORS = ['0x11111111', '0x22222222', '0x33333333'] as const;
/** Diamonds that delegate each function as their events say. */
const DOES_AS_SAID: ReadonlySet<DiamondWay> = new Set(['named', 'packed', 'in its code']);
const BY_A_SLOT: ReadonlySet<DiamondWay> = new Set(['named', 'packed']);

/** What diamonds announce of their functions and what they store, block by block. */
export class DiamondWorld {
  readonly diamonds = new Map<string, OddDiamond>();
  /** Contracts that may be facets. */
  readonly facets: Hex[] = [];
  #changes: Change[] = [];

  constructor(private readonly random: Prng) {}

  /** @returns the call that makes a change, and a function that records it once its block is known */
  change(address: Hex, by: Change['by'], selector: Hex, facet: Hex) {
    const call: Call = {
      to: address,
      data: encodeFunctionData({ abi: ABI, functionName: by, args: [selector, facet] }),
    };
    return { call, done: (block: number) => this.#changes.push({ block, address, selector, facet, by }) };
  }

  /** Forgets the changes after a block. */
  goBack(block: number): void {
    this.#changes = this.#changes.filter((one) => one.block <= block);
  }

  acts(most: number): { readonly calls: Call[]; readonly done: (block: number) => void } {
    const { random } = this;
    const changes = Array.from({ length: random.between(0, most) }, () => {
      const { address, lies } = random.pick(
        [...this.diamonds.values()].filter(({ moves }) => moves !== false),
      );
      const chance = random.between(0, 9);
      const nowhere = random.pick([zeroAddress, `0x${'de'.repeat(20)}`, address] as Hex[]);
      const facet = chance < 3 ? nowhere : random.pick(this.facets);
      const by = lies ? random.pick(['cut', 'say', 'write'] as const) : 'cut';
      return this.change(address, by, random.pick(SELECTORS), facet);
    });
    return {
      calls: changes.map(({ call }) => call),
      done: (block) => {
        for (const one of changes) one.done(block);
      },
    };
  }

  /** True claims at the end of a block as `subject id object`, without object for attributes. */
  truths(block: number): Set<string> {
    const all = new Set<string>();
    for (const diamond of this.diamonds.values())
      for (const one of this.#truthsOf(diamond, block)) all.add(`${diamond.address} ${one}`);
    return all;
  }

  *#truthsOf({ address, way, other, isClone }: OddDiamond, block: number): Generator<string> {
    const said = this.#facets(address, block, 'say');
    const written = this.#facets(address, block, 'write');
    if (isClone) yield* ['proxy:eip1167', `relation:implemented_by ${other}`, 'derived:account_type:proxy'];
    const last = this.#lastWritten(address, block);
    if (way === 'every' && this.#isFacet(last)) {
      yield* ['derived:account_type:proxy', 'token:upgradeable', `relation:implemented_by ${last}`];
    }
    const isDiamond = [...said].some(([selector, facet]) => {
      const inCode = selector === SELECTORS[1] ? other : undefined;
      const target = way === 'in its code' ? inCode : written.get(selector);
      return DOES_AS_SAID.has(way) && target === facet && this.#isFacet(facet);
    });
    if (!isDiamond) return;
    yield 'proxy:diamond';
    if (!isClone) yield 'derived:account_type:proxy';
    if (BY_A_SLOT.has(way)) yield 'token:upgradeable';
  }

  /** Facets by selector, as announced or as stored; removed functions are left out. */
  #facets(address: Hex, block: number, by: 'say' | 'write'): ReadonlyMap<Hex, Hex> {
    const facets = new Map<Hex, Hex>();
    for (const change of this.#changes) {
      if (change.address !== address || change.block > block) continue;
      if (change.by !== by && change.by !== 'cut') continue;
      if (change.facet === zeroAddress) facets.delete(change.selector);
      else facets.set(change.selector, change.facet);
    }
    return facets;
  }

  #lastWritten(address: Hex, block: number): Hex | undefined {
    return this.#changes.findLast((one) => one.address === address && one.block <= block && one.by !== 'say')
      ?.facet;
  }

  #isFacet(address: Hex | undefined): boolean {
    return address !== undefined && this.facets.includes(address);
  }
}
