import {
  type Hex,
  hexToBytes,
  keccak256,
  numberToHex,
  parseTransaction,
  type TransactionSerializable,
} from 'viem';
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import type { RpcTransaction } from '../../src/node/rpc/rpc-block.js';

export const SENDER = privateKeyToAccount(keccak256(Buffer.from('sender')));
const SECOND_SENDER = privateKeyToAccount(keccak256(Buffer.from('second sender')));
const THIRD_SENDER = privateKeyToAccount(keccak256(Buffer.from('third sender')));
export const AUTHORITY = privateKeyToAccount(keccak256(Buffer.from('authority')));
export const TARGET: Hex = '0x00000000000000000000000000000000000c0de1';
const WORD: Hex = `0x01${'ab'.repeat(31)}`;

/** A transaction signed by viem: its bytes, and what a node would answer for it. */
export interface SignedTransaction {
  readonly raw: Buffer;
  readonly rpc: RpcTransaction;
}

/** One transaction of every type, legacy ones with and without chain id, and a creation. */
export async function everyTransaction(): Promise<SignedTransaction[]> {
  const signedAuthorization = await AUTHORITY.signAuthorization({ chainId: 1, nonce: 3, address: TARGET });
  const anyChain = await AUTHORITY.signAuthorization({ chainId: 0, nonce: 0, address: TARGET });
  const accessList = [
    { address: TARGET, storageKeys: [WORD] },
    { address: SENDER.address, storageKeys: [] },
  ];
  const fees = { maxFeePerGas: 30_000_000_000n, maxPriorityFeePerGas: 2_000_000_000n };
  const call = { to: TARGET, gas: 90_000n, chainId: 1 };
  const transactions: TransactionSerializable[] = [
    { type: 'legacy', to: TARGET, gas: 21_000n, gasPrice: 40_000_000_000n, nonce: 0, value: 1n },
    { ...call, type: 'legacy', gasPrice: 41_000_000_000n, nonce: 1, data: '0x01' },
    { ...call, type: 'eip2930', gasPrice: 42_000_000_000n, nonce: 2, accessList, data: '0xa9059cbb' },
    { ...call, ...fees, type: 'eip1559', nonce: 3, data: `0x${'5b'.repeat(300)}`, value: 10n ** 20n },
    { gas: 900_000n, chainId: 1, ...fees, type: 'eip1559', nonce: 200, data: '0x6001600055', accessList },
    {
      ...call,
      ...fees,
      type: 'eip4844',
      nonce: 201,
      maxFeePerBlobGas: 7n,
      blobVersionedHashes: [WORD, `0x01${'cd'.repeat(31)}`],
    },
    {
      ...call,
      ...fees,
      type: 'eip7702',
      nonce: 70_000,
      authorizationList: [
        signedAuthorization,
        anyChain,
        // No signer can be recovered: r is no x of a point on the curve; s is above half of the order.
        { ...anyChain, r: numberToHex(5n, { size: 32 }) },
        { ...anyChain, s: numberToHex(2n ** 256n - 2n ** 130n, { size: 32 }) },
      ],
    },
  ];
  // Nonces of one account are consecutive, so each jump belongs to another sender.
  return Promise.all(transactions.map((transaction) => sign(transaction, senderOf(transaction.nonce!))));
}

function senderOf(nonce: number): PrivateKeyAccount {
  if (nonce < 200) return SENDER;
  return nonce < 70_000 ? SECOND_SENDER : THIRD_SENDER;
}

/** A transaction of any content, signed by SENDER unless another one is named. */
export async function sign(
  transaction: TransactionSerializable,
  signer: PrivateKeyAccount = SENDER,
): Promise<SignedTransaction> {
  const serialized = await signer.signTransaction(transaction);
  return { raw: Buffer.from(hexToBytes(serialized)), rpc: rpcOf(serialized, signer.address) };
}

function rpcOf(serialized: Hex, from: Hex): RpcTransaction {
  const parsed = parseTransaction(serialized);
  const typeByte = Number(serialized.slice(0, 4));
  const type = typeByte >= 0xc0 ? 0 : typeByte;
  return {
    hash: keccak256(serialized),
    type: numberToHex(type),
    from,
    to: parsed.to ?? null,
    nonce: numberToHex(parsed.nonce ?? 0),
    value: numberToHex(parsed.value ?? 0n),
    gas: numberToHex(parsed.gas ?? 0n),
    input: parsed.data ?? '0x',
    r: parsed.r!,
    s: parsed.s!,
    ...(type === 0 ? { v: numberToHex(parsed.v!) } : { yParity: numberToHex(parsed.yParity!) }),
    ...(type === 0 ? {} : { chainId: '0x1', accessList: parsed.accessList ?? [] }),
    ...(type < 2 ? { gasPrice: numberToHex(parsed.gasPrice!) } : {}),
    ...(type >= 2
      ? {
          maxFeePerGas: numberToHex(parsed.maxFeePerGas!),
          maxPriorityFeePerGas: numberToHex(parsed.maxPriorityFeePerGas!),
        }
      : {}),
    ...(type === 3
      ? {
          maxFeePerBlobGas: numberToHex(parsed.maxFeePerBlobGas!),
          blobVersionedHashes: parsed.blobVersionedHashes!,
        }
      : {}),
    ...(type === 4
      ? {
          authorizationList: parsed.authorizationList!.map((tuple) => ({
            chainId: numberToHex(tuple.chainId),
            address: tuple.address,
            nonce: numberToHex(tuple.nonce),
            yParity: numberToHex(tuple.yParity!),
            r: tuple.r,
            s: tuple.s,
          })),
        }
      : {}),
  };
}
