import type { FaultPlan } from './fault-plan.js';
import { headerHash } from './header.js';
import type { Prng } from './prng.js';
import type { BlockJson, ReceiptJson } from './sim-block.js';

/** A block with changed fields and a fitting hash, also in its transactions. */
function rehashed(block: BlockJson, changes: Partial<BlockJson>): BlockJson {
  const changed = { ...block, ...changes };
  const hash = headerHash(changed);
  const transactions = changed.transactions.map((transaction) =>
    typeof transaction === 'string' ? transaction : { ...transaction, blockHash: hash },
  );
  return { ...changed, hash, transactions };
}

/** The answer to a block request, spoiled by the next fault that applies to it. */
export function spoiledBlock(
  block: BlockJson | undefined,
  faults: FaultPlan,
  random: Prng,
): BlockJson | undefined {
  if (!block) return block;
  if (faults.take('nullBlock')) return undefined;
  if (faults.take('wrongParent')) return rehashed(block, { parentHash: random.hex(32) });
  if (faults.take('falseBloom')) return rehashed(block, { logsBloom: random.hex(256) });
  const [first, ...others] = block.transactions;
  if (first && typeof first !== 'string' && faults.take('forgedFrom'))
    return { ...block, transactions: [{ ...first, from: random.hex(20) }, ...others] };
  return block;
}

/** The answer to a receipts request, spoiled by the next fault that applies to it. */
export function spoiledReceipts(receipts: readonly ReceiptJson[], faults: FaultPlan): readonly ReceiptJson[] {
  if (receipts.length > 0 && faults.take('truncatedReceipts')) return receipts.slice(0, -1);
  const at = receipts.findIndex((receipt) => receipt.logs.length > 0);
  if (at >= 0 && faults.take('missingLogs'))
    return receipts.map((receipt, index) =>
      index === at ? { ...receipt, logs: receipt.logs.slice(0, -1) } : receipt,
    );
  return receipts;
}
