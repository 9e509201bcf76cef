import { bloomOf } from './bloom.js';
import { quantity, rlp } from './bytes.js';
import type { Prng } from './prng.js';
import type { LogJson, ReceiptJson } from './sim-block.js';
import type { RunTransaction } from './transaction-run.js';

/** A receipt before the hash of its block is known. */
export interface SealedReceipt {
  /** EIP-2718 bytes. */
  readonly raw: Uint8Array;
  readonly cumulativeGasUsed: number;
  readonly logsBloom: string;
  /** Before Byzantium only. */
  readonly root?: string;
}

/** Receipts of a block's transactions, in order. */
export function sealReceipts(runs: readonly RunTransaction[], random: Prng, roots: boolean): SealedReceipt[] {
  let cumulativeGasUsed = 0;
  return runs.map((run) => {
    cumulativeGasUsed += run.gasUsed;
    const logsBloom = bloomOf(run.logs);
    const root = roots ? random.hex(32) : undefined;
    const logs = run.logs.map(({ address, topics, data }) => [address, topics, data]);
    const payload = rlp([root ?? (run.root.failure ? 0 : 1), cumulativeGasUsed, logsBloom, logs]);
    const { type } = run.draft;
    const raw = type === 0 ? payload : Buffer.concat([Buffer.from([type]), payload]);
    return { raw, cumulativeGasUsed, logsBloom, ...(root !== undefined && { root }) };
  });
}

/** Receipts in JSON-RPC form, once the block's hash is known. */
export function receiptsJson(
  runs: readonly RunTransaction[],
  sealed: readonly SealedReceipt[],
  place: { readonly blockHash: string; readonly blockNumber: string; readonly blobFee: bigint },
): ReceiptJson[] {
  let logIndex = 0;
  return runs.map((run, index) => {
    const { raw: _, root, ...receipt } = sealed[index]!;
    const { blockHash, blockNumber } = place;
    const transactionHash = run.signed.json.hash;
    const transactionIndex = quantity(index);
    const position = { blockHash, blockNumber, transactionHash, transactionIndex };
    const logs: LogJson[] = run.logs.map((log) => ({
      ...log,
      ...position,
      logIndex: quantity(logIndex++),
      removed: false,
    }));
    const { from } = run.signed.json;
    const blobs = run.draft.blobHashes.length;
    return {
      ...position,
      from,
      to: run.draft.to ?? null,
      type: quantity(run.draft.type),
      contractAddress: run.contractAddress ?? null,
      cumulativeGasUsed: quantity(receipt.cumulativeGasUsed),
      gasUsed: quantity(run.gasUsed),
      effectiveGasPrice: quantity(run.price),
      ...(blobs > 0 && { blobGasUsed: quantity(blobs * 131_072), blobGasPrice: quantity(place.blobFee) }),
      logsBloom: receipt.logsBloom,
      logs,
      ...(root === undefined ? { status: run.root.failure ? '0x0' : '0x1' } : { root }),
    };
  });
}
