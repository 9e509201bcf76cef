import { type Address, pad, parseEther, toHex } from 'viem';
import { WITHDRAWAL_REQUESTS } from '../genesis/genesis-contracts.js';
import type { Stage } from '../stage/stage.js';

const IDENTITY: Address = '0x0000000000000000000000000000000000000004';
const SHA256: Address = '0x0000000000000000000000000000000000000002';
const BLOCK_HASHES: Address = '0x0000F90827F1C53a10cb7A02335B175320002935';

/** Transactions to parts of the protocol: precompiles, one with ether, and system contracts. */
export function protocolCalls(stage: Stage): void {
  const alice = stage.actor('alice');
  stage.send(alice, IDENTITY, toHex('said again'), { label: 'call of a precompile' });
  stage.send(alice, SHA256, '0x', { value: parseEther('0.001'), label: 'ether to a precompile' });
  stage.send(alice, BLOCK_HASHES, pad(toHex(stage.height - 5)), { label: 'block hash asked' });
  stage.send(alice, WITHDRAWAL_REQUESTS, '0x', { label: 'withdrawal fee asked' });
  stage.block();
}
