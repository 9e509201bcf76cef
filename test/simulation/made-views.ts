import { createHash } from 'node:crypto';
import type { ViewType } from '../../src/domain/chain/codec/view-value.js';

/** `none` if the call reverts or returns no value of its type. Lists are the elements of an `address[]`. */
export type MadeResult = 'unknown' | 'none' | string | readonly string[] | Readonly<Record<string, string>>;

/** Most blocks for which a result lasts, unless the next result is equal. */
const LASTS = 14;
/** Results, of 256, that never become known. */
const NEVER_TOLD = 20;
/** Results, of 256, that become known later. */
const TOLD_LATE = 80;
const ZERO = `0x${'0'.repeat(40)}`;
const SLOTS = [
  '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc',
  '0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50',
  '0xc5f16f0fcc639fa48a6947836d9850f504798523bf8c9a3a87d5876cf622bcf7',
  '0x7050c9e0f4ca769c69bd3a8ef740bc37934f8e2c036e5a723fd8ee048ed3f8c3',
  `0x${'51'.repeat(32)}`,
] as const;
/** Selector of `name(bytes32)`. */
const NAME = '0x691f3431';
const NAMES = ['alice.eth', 'shop.alice.eth', 'Alice.eth', ''] as const;
const TEXTS = ['USDC', 'LINK', 'l1nk', '$USDC', 'other', ''] as const;

/** Results of view calls by block. @param data call data; `0x` for the delegation */
export interface Views {
  at(contract: string, data: string, type: ViewType | 'delegation', block: number): MadeResult;
}

/** A view call: which part of its first period block 0 is in, and the bytes that decide what it returns, by period. */
interface MadeView {
  readonly offset: number;
  readonly byPeriod: Buffer[];
}

/** What view calls return, and where contracts delegate, at the end of each block of a simulated chain, whatever its blocks contain. */
export class MadeViews implements Views {
  #toldOf = NEVER_TOLD;
  /** By contract and call data. Cached, since each is read at every block and again in every comparison. */
  readonly #made = new Map<string, Map<string, MadeView>>();

  constructor(
    private readonly seed: number,
    /** Addresses that may be returned. */
    private readonly cast: readonly string[],
  ) {}

  /** Makes some unknown results known. */
  tell(): void {
    this.#toldOf += 20;
  }

  at(contract: string, data: string, type: ViewType | 'delegation', block: number): MadeResult {
    const { offset, byPeriod } = this.#madeOf(contract, data);
    const period = Math.floor((block + offset) / LASTS);
    byPeriod[period] ??= this.#bytes(`${contract} ${data} ${period}`);
    const bytes = byPeriod[period];
    const chance = bytes[0]!;
    if (chance < NEVER_TOLD || (chance < TOLD_LATE && chance >= this.#toldOf)) return 'unknown';
    if (bytes[31]! < 30) return 'none';
    return this.#value(contract, data, type, bytes);
  }

  #madeOf(contract: string, data: string): MadeView {
    const views = this.#made.get(contract) ?? new Map<string, MadeView>();
    const view = views.get(data) ?? { offset: this.#bytes(`${contract} ${data}`)[0]!, byPeriod: [] };
    this.#made.set(contract, views.set(data, view));
    return view;
  }

  #value(contract: string, data: string, type: ViewType | 'delegation', bytes: Buffer): MadeResult {
    const [one, two, three, four] = [bytes[1]!, bytes[2]!, bytes[3]!, bytes[4]!];
    switch (type) {
      case 'address':
      case 'first_address':
        // A factory has no pool of a token with itself.
        if (data.length === 138 && data.slice(10, 74) === data.slice(74) && one < 200) return ZERO;
        if (one < 20) return ZERO;
        return one < 60 ? contract : this.#pick(two, one < 160 ? 3 : this.cast.length);
      case 'bool':
      case 'first_bool':
        return String(one < 150);
      case 'uint256':
        return String(one % 3);
      case 'bytes32':
        return one < 100 ? `0x${'0'.repeat(64)}` : `0x${'0'.repeat(24)}${contract.slice(2)}`;
      case 'text':
        if (data.startsWith(NAME)) return `0x${Buffer.from(NAMES[one % NAMES.length]!).toString('hex')}`;
        return textOf(one);
      case 'bytes':
        return textOf(one);
      case 'address[]':
        return [...new Set([two, three, four].slice(0, one % 4).map((at) => this.#pick(at, 5)))];
      case 'delegation':
        return {
          target: one < 20 ? contract : this.#pick(two, 4),
          ...(one > 150 && { codes: `0x${this.#pick(three, 3).slice(2)}${this.#pick(four, 4).slice(2)}` }),
          ...(three < 80 && { beacon: this.#pick(three, 4) }),
          ...(four < 200 && { slot: SLOTS[four % SLOTS.length]! }),
        };
    }
  }

  /** One of the first `most` addresses. */
  #pick(at: number, most: number): string {
    return this.cast[at % most]!;
  }

  #bytes(text: string): Buffer {
    return createHash('sha256').update(`${this.seed} ${text}`).digest();
  }
}

function textOf(chance: number): string {
  return `0x${Buffer.from(TEXTS[chance % TEXTS.length]!).toString('hex')}`;
}
