import { numberToHex } from 'viem';
import type { Manifest } from '../stage/manifest.js';
import type { PlannedBlock } from '../stage/planned-block.js';
import type { RpcClient } from './rpc-client.js';
import { type SignedTransaction, signBlock } from './sign-block.js';

interface MinedReceipt {
  readonly transactionHash: string;
  readonly status: string;
}

/** Turns planned blocks into mined ones, one after the other, and holds the node to the plan. */
export class BlockWriter {
  constructor(
    private readonly rpc: RpcClient,
    private readonly manifest: Manifest,
    /** Number of the last block written. */
    public height: number,
  ) {}

  /** @throws Error when the node leaves out, reorders or decides otherwise than planned on a transaction. */
  async write(block: PlannedBlock): Promise<void> {
    const signed = await signBlock(block);
    // Calls of one batch run at the same time, so mining is a request of its own.
    await this.rpc.batch([
      { method: 'anvil_setCoinbase', params: [block.beneficiary] },
      { method: 'evm_setNextBlockTimestamp', params: [numberToHex(block.timestamp)] },
      ...signed.map(({ raw }) => ({ method: 'eth_sendRawTransaction', params: [raw] })),
    ]);
    await this.rpc.call('evm_mine');
    const receipts = await this.rpc.call<MinedReceipt[]>('eth_getBlockReceipts', numberToHex(block.number));
    refuseDifferences(block, signed, receipts);
    this.height = block.number;
    for (const [index, { label }] of block.transactions.entries()) {
      if (label !== undefined) this.manifest.labelTransaction(label, signed[index]!.hash, block.number);
    }
  }
}

function refuseDifferences(
  block: PlannedBlock,
  signed: readonly SignedTransaction[],
  receipts: readonly MinedReceipt[],
): void {
  for (const [index, planned] of block.transactions.entries()) {
    const mined = receipts[index];
    const name = `transaction ${index} (${planned.label ?? 'no label'}) of demo block ${block.number}`;
    if (mined?.transactionHash !== signed[index]?.hash) throw new Error(`${name} was left out or reordered`);
    if (mined?.status !== (planned.succeeds ? '0x1' : '0x0')) {
      throw new Error(`${name} was meant to ${planned.succeeds ? 'succeed' : 'fail'} and did not`);
    }
  }
  if (receipts.length !== signed.length)
    throw new Error(`demo block ${block.number} holds more than was planned`);
}
