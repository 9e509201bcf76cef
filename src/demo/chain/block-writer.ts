import { type Hex, numberToHex } from 'viem';
import type { Manifest } from '../stage/manifest.js';
import type { PlannedBlock } from '../stage/planned-block.js';
import type { OutsideTransactions } from './outside-transactions.js';
import { waitingIn } from './pool.js';
import type { RpcClient } from './rpc-client.js';
import { type SignedTransaction, signBlock } from './sign-block.js';

interface MinedReceipt {
  readonly transactionHash: Hex;
  readonly status: string;
}

/** Has planned blocks mined, one after the other, and checks that the node followed the plan. */
export class BlockWriter {
  constructor(
    private readonly rpc: RpcClient,
    private readonly manifest: Manifest,
    private readonly outside: OutsideTransactions,
    /** Number of the last block written. */
    public height: number,
  ) {}

  /**
   * Writes a block with the planned transactions and those of others: the waiting ones or, in a replay, those
   * of the first time.
   *
   * @throws Error if the node leaves out or reorders a planned transaction, or gives it another outcome
   */
  async write(block: PlannedBlock): Promise<void> {
    const signed = await signBlock(block);
    const known = this.outside.at(block.number);
    // Note them before the block is visible: a kill must not leave a block that cannot be replayed.
    if (known.length === 0) this.outside.note(block.number, await this.#rawOf(await waitingIn(this.rpc)));
    // anvil runs the calls of a batch at the same time, so mining is a request of its own.
    await this.rpc.batch([
      { method: 'anvil_setCoinbase', params: [block.beneficiary] },
      { method: 'evm_setNextBlockTimestamp', params: [numberToHex(block.timestamp)] },
      ...signed.map(({ raw }) => ({ method: 'eth_sendRawTransaction', params: [raw] })),
    ]);
    // One by one, because of two transactions with the same offer the first to arrive comes first in the
    // block.
    for (const raw of known) await this.rpc.call('eth_sendRawTransaction', raw);
    await this.rpc.call('evm_mine');
    const receipts = await this.rpc.call<MinedReceipt[]>('eth_getBlockReceipts', numberToHex(block.number));
    const planned = new Set<string>(signed.map(({ hash }) => hash));
    refuseDifferences(
      block,
      signed,
      receipts.filter(({ transactionHash }) => planned.has(transactionHash)),
    );
    const mined = receipts.map(({ transactionHash }) => transactionHash);
    this.outside.note(block.number, await this.#rawOf(mined.filter((hash) => !planned.has(hash))));
    this.height = block.number;
    for (const [index, { label }] of block.transactions.entries()) {
      if (label !== undefined) this.manifest.labelTransaction(label, signed[index]!.hash, block.number);
    }
  }

  async #rawOf(hashes: readonly Hex[]): Promise<Hex[]> {
    const calls = hashes.map((hash) => ({ method: 'eth_getRawTransactionByHash', params: [hash] }));
    return (await this.rpc.batch(calls)) as Hex[];
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
}
