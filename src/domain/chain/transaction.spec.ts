import { describe, expect, it } from '@jest/globals';
import {
  getContractAddress,
  keccak256,
  parseTransaction,
  recoverTransactionAddress,
  serializeTransaction,
  type TransactionSerializable,
  type TransactionSerialized,
} from 'viem';
import { recoverAuthorizationAddress } from 'viem/utils';
import { AUTHORITY, everyTransaction, SENDER } from '../../../test/builder/signed-transactions.js';
import { encodeRpcTransaction } from '../../node/rpc/transaction-from-rpc.js';
import { createdAddress } from './codec/created-address.js';
import { decodeTransaction } from './codec/decode-transaction.js';
import { fromHex, toHex } from './codec/hex.js';
import { RlpWriter } from './codec/rlp-writer.js';
import {
  readTransactionSignature,
  recoverAuthorities,
  recoverTransactionSender,
} from './protocol/transaction-signature.js';

const everyType = await everyTransaction();
const cases = everyType.map(({ raw, rpc }) => ({ name: `type ${rpc.type}, nonce ${rpc.nonce}`, raw, rpc }));
const ofType4 = everyType.at(-1)!;

describe.each(cases)('a transaction of $name', ({ raw, rpc }) => {
  it('becomes the bytes that viem signed', () => {
    expect(encodeRpcTransaction(rpc, new RlpWriter())).toEqual(raw);
  });

  it('names its signer as viem does', async () => {
    const serializedTransaction = toHex(raw) as TransactionSerialized;
    const bySignature = await recoverTransactionAddress({ serializedTransaction });
    expect(bySignature).toBe(rpc.from);
    expect(toHex(recoverTransactionSender(raw)!)).toBe(bySignature.toLowerCase());
  });

  it('signs the hash of its unsigned form', () => {
    const { r, s, v, yParity, ...unsigned } = parseTransaction(toHex(raw) as TransactionSerialized);
    const signed = readTransactionSignature(raw);
    expect(toHex(signed.signingHash)).toBe(
      keccak256(serializeTransaction(unsigned as TransactionSerializable)),
    );
    expect(BigInt(toHex(signed.r))).toBe(BigInt(r!));
    expect(BigInt(toHex(signed.s))).toBe(BigInt(s!));
    expect(signed.yParity).toBe(yParity ?? (v === 28n ? 1 : 0));
  });

  it('decodes to what viem parses', () => {
    const from = recoverTransactionSender(raw)!;
    const decoded = decodeTransaction(raw, from, recoverAuthorities(raw));
    const parsed = parseTransaction(toHex(raw) as TransactionSerialized);
    expect(decoded.from).toBe(from);
    expect(decoded.raw).toBe(raw);
    expect(toHex(decoded.hash)).toBe(keccak256(raw));
    expect(decoded.type).toBe(Number(rpc.type));
    expect(decoded.nonce).toBe(parsed.nonce ?? 0);
    expect(decoded.value).toBe(parsed.value ?? 0n);
    expect(decoded.gasLimit).toBe(Number(parsed.gas));
    expect(toHex(decoded.input)).toBe(parsed.data ?? '0x');
    expect(decoded.to && toHex(decoded.to)).toBe(parsed.to ?? undefined);
    expect(decoded.gasPrice).toBe(parsed.gasPrice);
    expect(decoded.maxFeePerGas).toBe(parsed.maxFeePerGas);
    expect(decoded.maxPriorityFeePerGas).toBe(parsed.maxPriorityFeePerGas);
    expect(decoded.maxFeePerBlobGas).toBe(parsed.maxFeePerBlobGas);
    expect(decoded.blobVersionedHashes?.map(toHex)).toEqual(rpc.blobVersionedHashes);
    const accessList = decoded.accessList?.map(({ address, storageKeys }) => ({
      address: toHex(address),
      storageKeys: storageKeys.map(toHex),
    }));
    expect(accessList).toEqual(decoded.type === 0 ? undefined : lowerCase(rpc.accessList));
  });

  it('is refused when cut short or followed by anything', () => {
    expect(() => readTransactionSignature(raw.subarray(0, -1))).toThrow('cut short');
    expect(() => readTransactionSignature(Buffer.concat([raw, Buffer.alloc(1)]))).toThrow('longer');
  });
});

describe('EIP-7702 authorizations', () => {
  it('have the signer that viem recovers, and none when invalid', async () => {
    const { authorizationList } = decodeTransaction(
      ofType4.raw,
      recoverTransactionSender(ofType4.raw)!,
      recoverAuthorities(ofType4.raw),
    );
    const [first, anyChain, noPoint, highS] = authorizationList!;
    const parsed = parseTransaction(toHex(ofType4.raw) as `0x04${string}`);
    for (const [i, authorization] of [first, anyChain].entries()) {
      const byViem = await recoverAuthorizationAddress({ authorization: parsed.authorizationList![i]! });
      expect(byViem).toBe(AUTHORITY.address);
      expect(toHex(authorization!.authority!)).toBe(byViem.toLowerCase());
    }
    expect(first).toMatchObject({ chainId: 1n, nonce: 3n });
    expect(anyChain).toMatchObject({ chainId: 0n, nonce: 0n });
    expect(Object.keys(noPoint!)).not.toContain('authority');
    expect(Object.keys(highS!)).not.toContain('authority');
  });

  it('are an empty list in other types', () => {
    for (const { raw } of everyType.slice(0, -1)) expect(recoverAuthorities(raw)).toEqual([]);
  });
});

describe('encodeRpcTransaction', () => {
  const rpc = everyType[3]!.rpc;
  const encode = (change: object) => encodeRpcTransaction({ ...rpc, ...change }, new RlpWriter());

  it.each([
    [{ type: '0x5' }, 'type 5 is not known'],
    [{ value: '1' }, 'value lacks 0x'],
    [{ value: `0x1${'0'.repeat(64)}` }, 'value is too large'],
    [{ nonce: '0x10000000000000000' }, 'nonce is too large'],
    [{ to: '0x00' }, 'to has 1 bytes instead of 20'],
    [{ input: '0xabc' }, 'input has an odd number of digits'],
    [{ maxFeePerGas: undefined }, 'maxFeePerGas is missing'],
    [{ type: '0x3' }, 'blobVersionedHashes is missing'],
    [{ type: '0x4' }, 'authorizationList is missing'],
    [{ accessList: [{ address: '0x00', storageKeys: [] }] }, 'accessList.address has 1 bytes instead of 20'],
  ])('names the field: %j', (change, message) => {
    expect(() => encode(change)).toThrow(message);
  });
});

describe('decodeTransaction', () => {
  it('refuses a blob or delegating transaction that creates', () => {
    const raw = encodeRpcTransaction({ ...ofType4.rpc, to: null }, new RlpWriter());
    expect(() => decodeTransaction(raw, Buffer.alloc(20), [])).toThrow('to has 0 bytes instead of 20');
  });

  it('refuses an unknown type', () => {
    expect(() => decodeTransaction(Buffer.from('05c0', 'hex'), Buffer.alloc(20), [])).toThrow(
      '5 is not known',
    );
    expect(() => decodeTransaction(Buffer.from('00c0', 'hex'), Buffer.alloc(20), [])).toThrow(
      '0 is not known',
    );
    expect(() => decodeTransaction(Buffer.alloc(0), Buffer.alloc(20), [])).toThrow('not known');
  });
});

describe('createdAddress', () => {
  it.each([0, 1, 127, 128, 255, 256, 70_000, 2 ** 40])('with nonce %i is that of viem', (nonce) => {
    const byViem = getContractAddress({ from: SENDER.address, nonce: BigInt(nonce) });
    expect(toHex(createdAddress(fromHex(SENDER.address), nonce))).toBe(byViem.toLowerCase());
  });
});

function lowerCase<T>(value: T): T {
  return JSON.parse(JSON.stringify(value).toLowerCase().replaceAll('storagekeys', 'storageKeys')) as T;
}
