import type { VerifiedBlock } from '../kernel/chain/block.js';
import type { ExecutionSource } from '../source/execution/execution-source.js';
import { verifyBlock } from './verify/verify-block.js';

/** The execution source with verification in front of it: nothing unverified comes out. */
export class VerifiedSource {
  /** `onVerified` is told the seconds each verification took, for whoever measures. */
  constructor(
    readonly execution: ExecutionSource,
    private readonly onVerified: (seconds: number) => void = () => undefined,
  ) {}

  /** The verified block at a number; a node whose answer fails verification is passed over. Throws `SourceExhausted`. */
  async block(number: number, settled: boolean): Promise<VerifiedBlock> {
    return this.execution.block(number, settled, (sourced) => {
      const started = performance.now();
      try {
        return verifyBlock(sourced, { number });
      } finally {
        this.onVerified((performance.now() - started) / 1000);
      }
    });
  }
}
