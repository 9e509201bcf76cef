import type { JsonRpcCall } from '../rpc/json-rpc-endpoint.js';

/** Something to be asked about one address at the end of a block. */
export interface AnchoredStateRead {
  /** `0x` hex. */
  readonly address: string;
  /** As `StateReadResult.what`. */
  readonly what: string;
  /** `0x` hex: by it the node cannot answer for another branch. */
  readonly blockHash: string;
  /** `0x` hex, of the verified header: what proofs are held against. */
  readonly stateRoot: string;
}

/** A view call that needs more is none. */
const GAS_LIMIT = '0x989680';
const SLOT = 'slot:';

export function callOf({ address, what, blockHash }: AnchoredStateRead): JsonRpcCall {
  const block = { blockHash };
  if (what === 'code') return { method: 'eth_getCode', params: [address, block] };
  const slot = slotRead(what);
  if (slot !== undefined) return { method: 'eth_getStorageAt', params: [address, slot, block] };
  return { method: 'eth_call', params: [{ to: address, data: what, gas: GAS_LIMIT }, block] };
}

/** Whether a proof can show the answer: of code and slots, never of calls. */
export function isProvable({ what }: AnchoredStateRead): boolean {
  return !what.startsWith('0x');
}

/** The slot a question is about, as `0x` hex; undefined for questions about anything else. */
export function slotRead(what: string): string | undefined {
  return what.startsWith(SLOT) ? what.slice(SLOT.length) : undefined;
}
