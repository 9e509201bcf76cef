import type { Held } from './holder-changes.js';

/** Blocks of one bucket. A range that begins or ends inside a bucket reads its blocks one by one. */
export const BUCKET_BLOCKS = 256;

interface TokenSums {
  readonly token: Buffer;
  amountHolders: number;
  amountHoldersEver: number;
  amountHeld: bigint;
  itemHolders: number;
  itemHoldersEver: number;
  itemsHeld: bigint;
}

interface BucketSums {
  readonly token: Buffer;
  readonly bucket: number;
  senders: number;
  receivers: number;
}

/** What changes of holders add to the sums of their tokens. */
export class HolderSumChanges {
  readonly #tokens = new Map<string, TokenSums>();
  readonly #buckets = new Map<string, BucketSums>();

  /** Adds the change of one holder from `had` to `has`. */
  add(token: Buffer, had: Readonly<Held>, has: Readonly<Held>): void {
    const key = token.toString('latin1');
    const sums = this.#of(key, token);
    sums.amountHolders += more(had.amount > 0n, has.amount > 0n);
    sums.amountHoldersEver += more(had.amountMoves > 0, has.amountMoves > 0);
    sums.amountHeld += positive(has.amount) - positive(had.amount);
    sums.itemHolders += more(had.items > 0n, has.items > 0n);
    sums.itemHoldersEver += more(had.itemMoves > 0, has.itemMoves > 0);
    sums.itemsHeld += positive(has.items) - positive(had.items);
    if (had.lastSent !== has.lastSent) {
      this.#count(key, token, had.lastSent, 'senders', -1);
      this.#count(key, token, has.lastSent, 'senders', 1);
    }
    if (had.lastReceived !== has.lastReceived) {
      this.#count(key, token, had.lastReceived, 'receivers', -1);
      this.#count(key, token, has.lastReceived, 'receivers', 1);
    }
  }

  /** As columns of a statement; amounts as decimal texts. */
  tokens(): unknown[][] {
    const all = [...this.#tokens.values()];
    return [
      all.map(({ token }) => token),
      all.map(({ amountHolders }) => amountHolders),
      all.map(({ amountHoldersEver }) => amountHoldersEver),
      all.map(({ amountHeld }) => amountHeld.toString()),
      all.map(({ itemHolders }) => itemHolders),
      all.map(({ itemHoldersEver }) => itemHoldersEver),
      all.map(({ itemsHeld }) => itemsHeld.toString()),
    ];
  }

  buckets(): unknown[][] {
    const all = [...this.#buckets.values()].filter(
      ({ senders, receivers }) => senders !== 0 || receivers !== 0,
    );
    return [
      all.map(({ token }) => token),
      all.map(({ bucket }) => bucket),
      all.map(({ senders }) => senders),
      all.map(({ receivers }) => receivers),
    ];
  }

  #of(key: string, token: Buffer): TokenSums {
    let sums = this.#tokens.get(key);
    if (!sums) {
      sums = {
        ...{ token, amountHolders: 0, amountHoldersEver: 0, amountHeld: 0n },
        ...{ itemHolders: 0, itemHoldersEver: 0, itemsHeld: 0n },
      };
      this.#tokens.set(key, sums);
    }
    return sums;
  }

  /** A holder counts in the bucket of the last block where it sent, and of the last where it received. */
  #count(
    key: string,
    token: Buffer,
    block: number | undefined,
    side: 'senders' | 'receivers',
    count: 1 | -1,
  ): void {
    if (block === undefined) return;
    const bucket = Math.floor(block / BUCKET_BLOCKS);
    const place = `${bucket} ${key}`;
    let sums = this.#buckets.get(place);
    if (!sums) {
      sums = { token, bucket, senders: 0, receivers: 0 };
      this.#buckets.set(place, sums);
    }
    sums[side] += count;
  }
}

const more = (before: boolean, now: boolean): number => Number(now) - Number(before);
const positive = (amount: bigint): bigint => (amount > 0n ? amount : 0n);
