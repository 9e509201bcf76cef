import { keccak256, toHex } from 'viem';

/** Deterministic random numbers: the n-th is a function of the seed text and n alone. */
export class Dice {
  private throws = 0;

  constructor(private readonly seed: string) {}

  /** An integer from 0 to `sides - 1`. */
  below(sides: number): number {
    const word = keccak256(toHex(`${this.seed}/${this.throws++}`));
    return Number(BigInt(word.slice(0, 14)) % BigInt(sides)); // 48 bits: the bias is negligible
  }

  pick<T>(options: readonly T[]): T {
    const option = options[this.below(options.length)];
    if (option === undefined) throw new Error('nothing to pick from');
    return option;
  }
}
