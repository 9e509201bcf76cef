import { blockTraces, type FlatTraceJson } from '../simulation/erigon-traces.js';
import { type CallTraceJson, callTraces, prestateDiffs } from '../simulation/geth-traces.js';
import type { BlockJson, ReceiptJson } from '../simulation/sim-block.js';
import type { SimChain } from '../simulation/sim-chain.js';
import type { AccountDiff } from '../simulation/transaction-run.js';
import { ZERO_WORD } from '../simulation/world-state.js';

/** The records that the node under test has. */
export interface Sight {
  readonly traces: 'geth' | 'erigon' | 'none';
  readonly stateDiff: boolean;
  readonly ommers: boolean;
}

/** One block as a node answers it in JSON-RPC. */
export interface ObservedBlock {
  readonly block: BlockJson;
  readonly receipts: readonly ReceiptJson[];
  readonly ommers?: readonly { readonly miner: string; readonly number: string }[];
  readonly callTraces?: readonly CallTraceJson[];
  readonly flatTraces?: readonly FlatTraceJson[];
  /** For each transaction. */
  readonly touchedAddresses?: readonly (readonly string[])[];
  /** For each transaction: the true changes of code and storage, whatever a tracer reports. */
  readonly accountDiffs?: readonly (readonly ObservedDiff[])[];
}

/** The changes of one transaction to the code and storage of one account. */
export interface ObservedDiff {
  readonly address: string;
  readonly codeBefore: string;
  readonly codeAfter: string;
  /** Balance in wei and nonce afterwards, as decimal text; absent if unchanged. */
  readonly balance?: string;
  readonly nonce?: string;
  /** Whether the account authorized a delegation, new or not. */
  readonly delegates: boolean;
  readonly slots: readonly { readonly slot: string; readonly before: string; readonly now: string }[];
}

/** The canonical chain as a node with these records serves it. */
export function observe(chain: SimChain, sight: Sight): ObservedBlock[] {
  return chain.blocks.map((block) => ({
    block: block.json,
    receipts: block.receipts,
    ...((sight.ommers || block.ommers.length === 0) && { ommers: block.ommers }),
    ...(sight.traces === 'geth' && { callTraces: callTraces(block, true).map(({ result }) => result) }),
    ...(sight.traces === 'erigon' && { flatTraces: blockTraces(block) }),
    ...(sight.stateDiff && {
      accountDiffs: block.runs.map(({ diff, granted }) =>
        diff.map((account) => ({ ...observedDiff(account), delegates: granted.includes(account.address) })),
      ),
      touchedAddresses: prestateDiffs(block).map(({ result }) => [
        ...Object.keys(result.pre),
        ...Object.keys(result.post),
      ]),
    }),
  }));
}

function observedDiff({ address, before, after }: AccountDiff): Omit<ObservedDiff, 'delegates'> {
  const slots = [...before.slots].map(([slot, value]) => ({
    slot,
    before: value,
    now: after?.slots.get(slot) ?? ZERO_WORD,
  }));
  const { balance = 0n, nonce = 0 } = after ?? {};
  return {
    ...{ address, codeBefore: before.code, codeAfter: after?.code ?? '0x', slots },
    ...(balance !== before.balance && { balance: String(balance) }),
    ...(nonce !== before.nonce && { nonce: String(nonce) }),
  };
}
