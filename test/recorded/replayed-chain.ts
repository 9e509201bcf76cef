import type { VerifiedBlock } from '../../src/domain/chain/record/block.js';
import { stateDiffChanges } from '../../src/node/trace/state-diff-changes.js';
import { verifiedBlock } from '../builder/verified-block.js';
import type { ReceivedTransaction } from './recorded-receipts.js';
import { replayedBlocks } from './traced-transactions.js';

/**
 * The blocks of `trace_replayBlockTransactions` under their own numbers, with recorded frames and state diffs, and with logs if
 * receipts were recorded too. Headers and all unrecorded parts are made up.
 */
export function replayedChain(received: readonly ReceivedTransaction[]): VerifiedBlock[] {
  const blocks: VerifiedBlock[] = [];
  const recordings = replayedBlocks().filter(({ length }) => length > 0);
  for (const replayed of recordings.sort(([one], [other]) => one!.blockNumber - other!.blockNumber)) {
    const number = replayed[0]!.blockNumber;
    const logs = received
      .filter(({ block }) => block === number)
      .map((transaction) => transaction.logs ?? []);
    const made = replayed.map(({ frames: [root] }, at) => ({
      ...{ from: root!.from, to: root!.to!, logs: logs[at] ?? [] },
    }));
    const before = blocks.at(-1);
    const parent = before?.header.number === number - 1 ? before.hash : Buffer.alloc(32);
    blocks.push({
      ...verifiedBlock(number, 'replayed', parent, made),
      frames: replayed.map(({ frames }) => frames),
      stateChanges: replayed.map(({ stateDiff }) => stateDiffChanges(stateDiff!)),
    });
  }
  return blocks;
}
