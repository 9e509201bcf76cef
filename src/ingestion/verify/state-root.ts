import type { genesisMPTStateRoot } from '@ethereumjs/mpt';
import { toHex } from '../../domain/chain/codec/hex.js';
import type { StateChange } from '../../domain/chain/record/block.js';

/** Root of the state that consists of these accounts and nothing else, each given as a change from nothing. */
export async function stateRoot(accounts: readonly StateChange[]): Promise<Buffer> {
  // Loaded here, because only the first block of a chain needs it and every start would wait for it.
  const mpt = await import('@ethereumjs/mpt');
  const state: Record<string, unknown> = {};
  for (const { address, balance, nonce, code, storage } of accounts) {
    state[toHex(address)] = [
      toQuantity(balance?.after ?? 0n),
      code && toHex(code),
      storage.map(({ slot, after }) => [toHex(slot), toHex(after)]),
      toQuantity(nonce?.after ?? 0),
    ];
  }
  // The package's type asks for tuples of its own hex type.
  return Buffer.from(await mpt.genesisMPTStateRoot(state as Parameters<typeof genesisMPTStateRoot>[0]));
}

function toQuantity(value: bigint | number): string {
  return `0x${value.toString(16)}`;
}
