import { isGiven, parseNumber } from '../../domain/chain/codec/hex.js';
import { MalformedField } from '../../domain/chain/codec/malformed-field.js';
import type { RlpWriter } from '../../domain/chain/codec/rlp-writer.js';
import type { TransactionType } from '../../domain/chain/record/block.js';
import type { RpcAuthorization, RpcTransaction } from './rpc-block.js';

/**
 * Encodes a node's signed transaction as EIP-2718 bytes as in the transactions trie: from text to RLP without intermediate objects.
 *
 * @throws MalformedField naming the field
 */
export function encodeRpcTransaction(rpc: RpcTransaction, writer: RlpWriter): Buffer {
  const type = rpcTransactionType(rpc);
  writeSignature(rpc, type, writer);
  if (type === 4) writeAuthorizations(rpc.authorizationList, writer);
  if (type === 3) {
    writeList(rpc.blobVersionedHashes, 'blobVersionedHashes', writer, (hash) =>
      writer.hexBytes(hash, 'blobVersionedHashes', 32),
    );
    writer.hexQuantity(rpc.maxFeePerBlobGas, 'maxFeePerBlobGas', 32);
  }
  if (type > 0) writeAccessList(rpc, writer);
  writer.hexBytes(rpc.input, 'input');
  writer.hexQuantity(rpc.value, 'value', 32);
  if (rpc.to === null || rpc.to === undefined) writer.uint(0);
  else writer.hexBytes(rpc.to, 'to', 20);
  writer.hexQuantity(rpc.gas, 'gas', 8);
  if (type < 2) {
    writer.hexQuantity(rpc.gasPrice, 'gasPrice', 32);
  } else {
    writer.hexQuantity(rpc.maxFeePerGas, 'maxFeePerGas', 32);
    writer.hexQuantity(rpc.maxPriorityFeePerGas, 'maxPriorityFeePerGas', 32);
  }
  writer.hexQuantity(rpc.nonce, 'nonce', 8);
  if (type > 0) writer.hexQuantity(rpc.chainId, 'chainId', 32);
  writer.list(0);
  if (type > 0) writer.byte(type);
  return writer.take();
}

/** The type a node states; old nodes state none for legacy transactions. @throws MalformedField for an unknown one */
export function rpcTransactionType(rpc: { readonly type?: string }): TransactionType {
  const type = rpc.type === undefined || rpc.type === null ? 0 : parseNumber(rpc.type, 'type');
  if (type > 4) throw new MalformedField('type', `${type} is not known`);
  return type as TransactionType;
}

/** Whether the node gave the whole signature. */
export function isSigned(rpc: RpcTransaction): boolean {
  return isGiven(rpc.r) && isGiven(rpc.s) && (isGiven(rpc.v) || isGiven(rpc.yParity));
}

function writeSignature(rpc: RpcTransaction, type: TransactionType, writer: RlpWriter): void {
  writer.hexQuantity(rpc.s, 's', 32);
  writer.hexQuantity(rpc.r, 'r', 32);
  const parity = type > 0 && isGiven(rpc.yParity) ? rpc.yParity : rpc.v;
  writer.hexQuantity(parity, 'v', 32);
}

function writeAccessList(rpc: RpcTransaction, writer: RlpWriter): void {
  writeList(rpc.accessList ?? [], 'accessList', writer, (entry) => {
    const since = writer.length;
    writeList(entry?.storageKeys, 'accessList.storageKeys', writer, (key) =>
      writer.hexBytes(key, 'accessList.storageKeys', 32),
    );
    writer.hexBytes(entry.address, 'accessList.address', 20);
    writer.list(since);
  });
}

function writeAuthorizations(
  authorizations: readonly RpcAuthorization[] | undefined,
  writer: RlpWriter,
): void {
  writeList(authorizations, 'authorizationList', writer, (authorization) => {
    const since = writer.length;
    writer.hexQuantity(authorization?.s, 'authorizationList.s', 32);
    writer.hexQuantity(authorization.r, 'authorizationList.r', 32);
    writer.hexQuantity(authorization.yParity ?? authorization.v, 'authorizationList.yParity', 32);
    writer.hexQuantity(authorization.nonce, 'authorizationList.nonce', 8);
    writer.hexBytes(authorization.address, 'authorizationList.address', 20);
    writer.hexQuantity(authorization.chainId, 'authorizationList.chainId', 32);
    writer.list(since);
  });
}

function writeList<T>(
  items: readonly T[] | undefined,
  field: string,
  writer: RlpWriter,
  writeItem: (item: T) => void,
): void {
  if (!Array.isArray(items)) throw new MalformedField(field, 'is missing');
  const since = writer.length;
  for (let i = items.length - 1; i >= 0; i--) writeItem(items[i]!);
  writer.list(since);
}
