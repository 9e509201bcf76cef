import type { ForkSchedule } from '../../domain/chain/protocol/fork-schedule.js';
import { type FirstBlock, MAINNET_GENESIS } from '../../domain/chain/protocol/genesis.js';
import type { VerifiedBlock } from '../../domain/chain/record/block.js';
import type { BlockRange } from '../../domain/interval/block-range.js';
import type { ExecutionSource } from '../../node/execution/execution-source.js';
import type { Allocation } from '../verify/allocation.js';
import type { BlockRefused } from '../verify/finding/block-refused.js';
import { type Parent, verifyAgainstParent } from '../verify/parent-rules.js';
import { verifyBlock } from '../verify/verify-block.js';

/** What a block must match besides the rules: its hash, its parent. */
export interface BlockLink {
  readonly hash?: Buffer;
  readonly parent?: Parent;
}

/** The first block of a chain and its allocation, which is read only for that block. */
export interface Genesis extends FirstBlock {
  /** Undefined if none is known. */
  allocation(): Promise<Allocation | undefined>;
}

/** A first block whose allocation is not known. */
export function withoutAllocation(first: FirstBlock): Genesis {
  return { ...first, allocation: async () => undefined };
}

/** Verified blocks, whoever verifies them. */
export interface BlockSource {
  /** How many blocks should be requested at a time. */
  readonly width: number;
  block(number: number, settled: boolean, link?: BlockLink): Promise<VerifiedBlock>;
  distrust(refused: BlockRefused): void;
  follows(parent: Parent, block: VerifiedBlock): boolean;
  /** Announces settled blocks that will be requested in order, so that others may fetch them. */
  expect?(range: BlockRange): void;
}

/** The execution source with verification in front of it: nothing unverified comes out. */
export class VerifiedSource implements BlockSource {
  /** Keeps a node and this thread busy, and bounds memory. */
  readonly width = 6;

  /** @param onVerified called with the CPU seconds of each verification, which never yields */
  constructor(
    readonly execution: ExecutionSource,
    private readonly schedule: ForkSchedule,
    private readonly onVerified: (seconds: number) => void = () => undefined,
    readonly genesis: Genesis = withoutAllocation(MAINNET_GENESIS),
  ) {}

  /**
   * The verified block at a number. A node whose block fails verification or does not match the link is
   * reported, and the next one is asked.
   *
   * @throws SourceExhausted when no node gives such a block
   */
  async block(number: number, settled: boolean, { hash, parent }: BlockLink = {}): Promise<VerifiedBlock> {
    const allocation = this.mayHaveAllocation(number) ? await this.genesis.allocation() : undefined;
    return this.execution.block(number, settled, (sourced) => {
      const started = performance.now();
      try {
        const block = verifyBlock(sourced, {
          number,
          schedule: this.schedule,
          first: this.genesis,
          ...(allocation ? { allocation } : {}),
        });
        if (parent) verifyAgainstParent(parent, block, this.schedule);
        if (hash && !block.hash.equals(hash)) throw new Error('another block than its child names');
        return block;
      } finally {
        this.onVerified((performance.now() - started) / 1000);
      }
    });
  }

  /** Whether a block is the genesis block, whose allocation this source may know. */
  mayHaveAllocation(number: number): boolean {
    return number === this.genesis.number;
  }

  /**
   * Refuses a block that is valid by itself but contradicts others: its node is reported and no longer asked
   * for it.
   *
   * @throws BlockRefused where the block's node is no longer known
   */
  distrust(refused: BlockRefused): void {
    if (!this.execution.distrust(refused.blockNumber!, refused.message)) throw refused;
  }

  /** Whether a block may follow another; see `verifyAgainstParent`. */
  follows(parent: Parent, block: VerifiedBlock): boolean {
    try {
      verifyAgainstParent(parent, block, this.schedule);
      return true;
    } catch {
      return false;
    }
  }
}
