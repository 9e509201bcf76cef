import type { VerifiedBlock } from '../kernel/chain/block.js';
import type { ExecutionSource } from '../source/execution/execution-source.js';
import { verifyBlock } from './verify/verify-block.js';

/** What a block must be besides valid, where its neighbours are known. */
export interface BlockLink {
  readonly hash?: Buffer;
  readonly parentHash?: Buffer;
}

/** The execution source with verification in front of it: nothing unverified comes out. */
export class VerifiedSource {
  /** `onVerified` is told the seconds each verification took, for whoever measures. */
  constructor(
    readonly execution: ExecutionSource,
    private readonly onVerified: (seconds: number) => void = () => undefined,
  ) {}

  /**
   * The verified block at a number; a node whose answer fails verification, or is another block than the link asks for, is named and
   * passed over. Throws `SourceExhausted`.
   */
  async block(
    number: number,
    settled: boolean,
    { hash, parentHash }: BlockLink = {},
  ): Promise<VerifiedBlock> {
    return this.execution.block(number, settled, (sourced) => {
      const started = performance.now();
      try {
        const block = verifyBlock(sourced, { number, ...(parentHash ? { parentHash } : {}) });
        if (hash && !block.hash.equals(hash)) throw new Error('another block than its child names');
        return block;
      } finally {
        this.onVerified((performance.now() - started) / 1000);
      }
    });
  }
}
