import type { Pool, PoolClient } from 'pg';
import { decodeBundle } from '../../domain/chain/codec/bundle.js';
import type { ForkSchedule } from '../../domain/chain/protocol/fork-schedule.js';
import type { VerifiedBlock } from '../../domain/chain/record/block.js';
import { blockCount } from '../../domain/interval/block-range.js';
import { CanonicalChain } from '../../event-store/canonical-chain.js';
import { LostPayload } from '../../event-store/event-payload.table.js';
import { requireSameState } from '../../ingestion/append/compare-states.js';
import { BlockRefused } from '../../ingestion/verify/finding/block-refused.js';
import { requireRules } from '../../ingestion/verify/require-rules.js';
import type { Look } from '../../platform/postgres/distributed/find-whole.js';
import { LastState } from '../../records/state/last-state.js';

const BLOCKS_PER_READ = 16;

/**
 * Checks every stored block by the rules of ingestion: its state changes follow from its frames, and the
 * state that it found is what earlier stored blocks left, whichever nodes gave the blocks and in whatever
 * order.
 * @param look compares a few blocks with earlier ones in a snapshot
 * @returns what does not hold, in words, with block, account and field; of blocks that are read together only
 * the first contradiction
 */
export async function checkState(
  db: Pool | PoolClient,
  schedule: ForkSchedule,
  progress: (blocks: number, all: number) => void,
  look: Look = (find) => find(db),
): Promise<string[]> {
  const problems: string[] = [];
  const ranges = await new CanonicalChain(db).ranges();
  const all = blockCount(ranges);
  let checked = 0;
  for (const { fromBlock: from, toBlock: to } of ranges) {
    for (let at = from; at <= to; at += BLOCKS_PER_READ) {
      const end = Math.min(to, at + BLOCKS_PER_READ - 1);
      problems.push(...(await look((tx) => checkBlocks(tx, at, end, schedule))));
      checked += end - at + 1;
      progress(checked, all);
    }
  }
  return problems;
}

async function checkBlocks(
  db: Pool | PoolClient,
  from: number,
  to: number,
  schedule: ForkSchedule,
): Promise<string[]> {
  const bundles = await bundlesOrLost(db, from, to);
  if (bundles instanceof LostPayload)
    return [
      ...(await checkBlocks(db, from, bundles.block - 1, schedule)),
      ...(await checkBlocks(db, bundles.block + 1, to, schedule)),
    ];
  const problems: string[] = [];
  const blocks = readable(bundles);
  for (const block of blocks) await note(problems, () => requireRules(block, schedule));
  await note(problems, () => requireSameState(blocks, new LastState(db), schedule));
  return problems;
}

/** The bundles of blocks, or the first that is lost. The check of the log names lost bundles. */
async function bundlesOrLost(
  db: Pool | PoolClient,
  from: number,
  to: number,
): Promise<Buffer[] | LostPayload> {
  try {
    return await new CanonicalChain(db).bundlesOf(from, to);
  } catch (error) {
    if (error instanceof LostPayload) return error;
    throw error;
  }
}

/** The blocks of readable bundles. The check of the log reports unreadable ones. */
function readable(bundles: readonly Buffer[]): VerifiedBlock[] {
  const blocks: VerifiedBlock[] = [];
  for (const bundle of bundles) {
    try {
      blocks.push(decodeBundle(bundle));
    } catch {
      return blocks;
    }
  }
  return blocks;
}

async function note(problems: string[], rule: () => unknown): Promise<void> {
  try {
    await rule();
  } catch (error) {
    if (!(error instanceof BlockRefused)) throw error;
    problems.push(`block ${error.blockNumber}: ${error.reason} ${JSON.stringify(error.details)}`);
  }
}
