import type { Address, Hash } from '../../domain/chain/hex.js';
import { parseStateRead } from '../../domain/event/state-read.js';
import type { JsonRpcCall } from '../rpc/json-rpc-endpoint.js';

/** A read of one address at the end of a block. */
export interface AnchoredStateRead {
  /** `0x` hex. */
  readonly address: Address;
  /** As `formatStateRead` writes it. */
  readonly what: string;
  /** `0x` hex. The node cannot answer for another branch by it. */
  readonly blockHash: Hash;
  /** `0x` hex, from the verified header: proofs must lead to it. */
  readonly stateRoot: Hash;
  /** Whether a node that lacks the state may still get it: it may not have executed the block yet. */
  readonly isYoung?: boolean;
}

/** View calls that need more gas fail. */
const GAS_LIMIT = '0x989680';

export function callOf({ address, what, blockHash }: AnchoredStateRead): JsonRpcCall {
  const block = { blockHash };
  const read = parseStateRead(what);
  if (read.kind === 'code') return { method: 'eth_getCode', params: [address, block] };
  if (read.kind === 'balance') return { method: 'eth_getBalance', params: [address, block] };
  if (read.kind === 'nonce') return { method: 'eth_getTransactionCount', params: [address, block] };
  if (read.kind === 'slot') return { method: 'eth_getStorageAt', params: [address, read.slot, block] };
  return { method: 'eth_call', params: [{ to: address, data: read.data, gas: GAS_LIMIT }, block] };
}

/** Whether a proof can show the answer: not for calls. */
export function isProvable({ what }: AnchoredStateRead): boolean {
  return parseStateRead(what).kind !== 'call';
}
