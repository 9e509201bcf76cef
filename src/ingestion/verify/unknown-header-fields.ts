import type { RpcBlock } from '../../node/rpc/rpc-block.js';

/** JSON names of the known header fields, and of the other fields of a node's block. */
const KNOWN: ReadonlySet<string> = new Set([
  ...['parentHash', 'sha3Uncles', 'miner', 'stateRoot', 'transactionsRoot', 'receiptsRoot', 'logsBloom'],
  ...['difficulty', 'number', 'gasLimit', 'gasUsed', 'timestamp', 'extraData', 'mixHash', 'nonce'],
  ...['baseFeePerGas', 'withdrawalsRoot', 'blobGasUsed', 'excessBlobGas', 'parentBeaconBlockRoot'],
  ...['requestsHash', 'blockAccessListHash', 'balHash', 'slotNumber'],
  ...['hash', 'size', 'totalDifficulty', 'transactions', 'uncles', 'withdrawals'],
  ...['author', 'sealFields', 'blockAccessList', 'executionWitness'],
]);
const HEX = /^0x[0-9a-f]*$/i;
const MOST_SHOWN = 5;

/**
 * Names in a node's block that may be header fields of a future fork. They are suspected only where the hash
 * does not fit.
 */
export function unknownHeaderFields(block: RpcBlock): string[] {
  return Object.entries(block)
    .filter(([name, value]) => !KNOWN.has(name) && typeof value === 'string' && HEX.test(value))
    .map(([name]) => name.replace(/[^\w]/g, '').slice(0, 40))
    .slice(0, MOST_SHOWN);
}
