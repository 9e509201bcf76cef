import { isGiven, parseAmount, parseBytes, parseNumber } from '../../domain/chain/codec/hex.js';
import type { Header } from '../../domain/chain/record/block.js';
import type { RpcHeader } from './rpc-block.js';

/**
 * Reads a node's header. Some nodes leave out fields that are constant since proof of stake; the constants are filled in, and the header's
 * hash verifies them.
 *
 * @param computeBloom gives the bloom where the node left it out
 * @throws MalformedField naming the field
 */
export function headerFromRpc(rpc: RpcHeader, computeBloom: () => Buffer): Header {
  const header: { -readonly [K in keyof Header]: Header[K] } = {
    parentHash: parseBytes(rpc.parentHash, 'parentHash', 32),
    ommersHash: parseBytes(rpc.sha3Uncles, 'sha3Uncles', 32),
    beneficiary: parseBytes(rpc.miner, 'miner', 20),
    stateRoot: parseBytes(rpc.stateRoot, 'stateRoot', 32),
    transactionsRoot: parseBytes(rpc.transactionsRoot, 'transactionsRoot', 32),
    receiptsRoot: parseBytes(rpc.receiptsRoot, 'receiptsRoot', 32),
    logsBloom: isGiven(rpc.logsBloom) ? parseBytes(rpc.logsBloom, 'logsBloom', 256) : computeBloom(),
    difficulty: isGiven(rpc.difficulty) ? parseAmount(rpc.difficulty, 'difficulty') : 0n,
    number: parseNumber(rpc.number, 'number'),
    gasLimit: parseNumber(rpc.gasLimit, 'gasLimit'),
    gasUsed: parseNumber(rpc.gasUsed, 'gasUsed'),
    timestamp: parseNumber(rpc.timestamp, 'timestamp'),
    extraData: parseBytes(rpc.extraData, 'extraData'),
    mixHash: isGiven(rpc.mixHash) ? parseBytes(rpc.mixHash, 'mixHash', 32) : Buffer.alloc(32),
    nonce: isGiven(rpc.nonce) ? parseBytes(rpc.nonce, 'nonce', 8) : Buffer.alloc(8),
  };
  if (isGiven(rpc.baseFeePerGas)) header.baseFeePerGas = parseAmount(rpc.baseFeePerGas, 'baseFeePerGas');
  if (isGiven(rpc.withdrawalsRoot)) {
    header.withdrawalsRoot = parseBytes(rpc.withdrawalsRoot, 'withdrawalsRoot', 32);
  }
  if (isGiven(rpc.blobGasUsed)) header.blobGasUsed = parseNumber(rpc.blobGasUsed, 'blobGasUsed');
  if (isGiven(rpc.excessBlobGas)) header.excessBlobGas = parseNumber(rpc.excessBlobGas, 'excessBlobGas');
  if (isGiven(rpc.parentBeaconBlockRoot)) {
    header.parentBeaconBlockRoot = parseBytes(rpc.parentBeaconBlockRoot, 'parentBeaconBlockRoot', 32);
  }
  if (isGiven(rpc.requestsHash)) header.requestsHash = parseBytes(rpc.requestsHash, 'requestsHash', 32);
  const accessListHash = isGiven(rpc.blockAccessListHash) ? rpc.blockAccessListHash : rpc.balHash;
  if (isGiven(accessListHash)) {
    header.blockAccessListHash = parseBytes(accessListHash, 'blockAccessListHash', 32);
  }
  if (isGiven(rpc.slotNumber)) header.slotNumber = parseNumber(rpc.slotNumber, 'slotNumber');
  return header;
}
