import type { ForkSchedule } from '../../domain/chain/protocol/fork-schedule.js';
import type { CanonicalChain } from '../../event-store/canonical-chain.js';
import { type BlockContext, contextOf } from '../execution/run/block-context.js';
import { executionFork } from '../execution/run/execution-fork.js';

/** A block as a run sees it. */
export interface RunBlock {
  readonly context: BlockContext;
  /** Name of the fork whose rules hold. */
  readonly fork: string;
  /** Hashes of earlier blocks by number, once a run has asked for one. */
  readonly hashes: Map<number, Uint8Array>;
}

/** Undefined where the block is not stored. */
export async function readRunBlock(
  chain: CanonicalChain,
  number: number,
  schedule: ForkSchedule,
): Promise<RunBlock | undefined> {
  const header = await chain.headerOf(number);
  if (!header) return undefined;
  const hashes = new Map<number, Uint8Array>();
  return {
    context: contextOf(header, schedule, (asked) => hashes.get(asked)),
    fork: executionFork(schedule, header).name,
    hashes,
  };
}
