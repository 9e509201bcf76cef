import { MalformedField } from '../../domain/chain/codec/malformed-field.js';
import type { RlpWriter } from '../../domain/chain/codec/rlp-writer.js';
import type { TransactionType } from '../../domain/chain/record/block.js';
import type { RpcLog, RpcReceipt } from './rpc-block.js';

const NO_BLOOM = Buffer.alloc(256);

/**
 * Encodes a node's receipt as EIP-2718 bytes as in the receipts trie, except that the 256 bytes of the bloom are zero: the bloom is
 * computed from the logs, never trusted.
 *
 * @param type of the transaction
 * @throws MalformedField naming the field
 */
export function encodeRpcReceipt(rpc: RpcReceipt, type: TransactionType, writer: RlpWriter): Buffer {
  if (!Array.isArray(rpc.logs)) throw new MalformedField('logs', 'is missing');
  for (let i = rpc.logs.length - 1; i >= 0; i--) writeLog(rpc.logs[i], writer);
  writer.list(0);
  writer.bytes(NO_BLOOM);
  writer.hexQuantity(rpc.cumulativeGasUsed, 'cumulativeGasUsed', 8);
  // Today's nodes give no 32-byte root since Byzantium. Before it, some give a status besides the root.
  if (isRoot(rpc.root)) writer.hexBytes(rpc.root, 'root', 32);
  else writer.hexQuantity(rpc.status, 'status', 1);
  writer.list(0);
  if (type > 0) writer.byte(type);
  return writer.take();
}

function isRoot(root: string | null | undefined): root is string {
  return root !== undefined && root !== null && root !== '0x';
}

function writeLog(log: RpcLog | null | undefined, writer: RlpWriter): void {
  if (!Array.isArray(log?.topics)) throw new MalformedField('logs', 'holds no log');
  const since = writer.length;
  writer.hexBytes(log.data, 'logs.data');
  const sinceTopics = writer.length;
  for (let i = log.topics.length - 1; i >= 0; i--) writer.hexBytes(log.topics[i], 'logs.topics', 32);
  writer.list(sinceTopics);
  writer.hexBytes(log.address, 'logs.address', 20);
  writer.list(since);
}
