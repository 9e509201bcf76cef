import { describe, expect, it } from '@jest/globals';
import { keccak256, recoverAddress } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { fromHex } from '../chain/codec/hex.js';
import { recoverSender, recoveryBackend } from './recover-sender.js';
import { javascriptBackend, nativeBackend, type RecoveryBackend, wasmBackend } from './recovery-backend.js';
import { systemBackend } from './system-backend.js';

const FIELD = 2n ** 256n - 2n ** 32n - 977n;
/** x of the generator, whose y is even. */
const GENERATOR_X = 0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798n;
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/** Not installed everywhere. */
const system = systemBackend();

const backends: RecoveryBackend[] = [
  system,
  nativeBackend(),
  await wasmBackend(),
  await javascriptBackend(),
].filter((backend) => backend !== undefined);

interface Vector {
  readonly hash: Buffer;
  readonly r: Buffer;
  readonly s: Buffer;
  readonly yParity: 0 | 1;
  readonly signer?: string;
}

const signed = await Promise.all(
  Array.from({ length: 24 }, async (_, i): Promise<Vector> => {
    const account = privateKeyToAccount(keccak256(Buffer.from(`key ${i}`)));
    const hash = keccak256(Buffer.from(`message ${i}`));
    const signature = fromHex(await account.sign({ hash }));
    return {
      hash: fromHex(hash),
      r: signature.subarray(0, 32),
      s: signature.subarray(32, 64),
      yParity: signature[64] === 27 ? 0 : 1,
      signer: account.address.toLowerCase(),
    };
  }),
);

describe('recoverSender', () => {
  it('has all implementations to compare, and takes the fastest', () => {
    expect(backends.map(({ name }) => name)).toEqual([
      ...(system ? ['system'] : []),
      'native',
      'wasm',
      'javascript',
    ]);
    expect(recoveryBackend.name).toBe(system ? 'system' : 'native');
  });

  it.each(backends)('finds the signer ($name)', (backend) => {
    for (const { hash, r, s, yParity, signer } of signed) {
      expect(recoverSender(hash, r, s, yParity, backend)?.toString('hex')).toBe(signer?.slice(2));
    }
  });

  it.each(backends)('accepts s in the upper half, as before Homestead ($name)', async (backend) => {
    for (const { hash, r, s, yParity } of signed.slice(0, 4)) {
      const high = word(ORDER - BigInt(`0x${s.toString('hex')}`));
      const flipped = yParity === 0 ? 1 : 0;
      const byViem = await recoverAddress({
        hash: `0x${hash.toString('hex')}`,
        signature: {
          r: `0x${r.toString('hex')}`,
          s: `0x${high.toString('hex')}`,
          yParity: flipped,
        },
      });
      const recovered = recoverSender(hash, r, high, flipped, backend);
      expect(recovered?.toString('hex')).toBe(byViem.slice(2).toLowerCase());
    }
  });

  it.each(backends)('reads r and s without their leading zeros ($name)', (backend) => {
    const { hash } = signed[0]!;
    // 1 is not the x of a point with every parity; whatever the answer, padding must not change it.
    const short = recoverSender(hash, Buffer.from([1]), Buffer.from([2]), 0, backend);
    expect(short).toBeDefined();
    expect(recoverSender(hash, word(1n), word(2n), 0, backend)).toEqual(short);
  });

  it.each(backends)('finds nobody for bytes that are not a signature ($name)', (backend) => {
    const { hash, r, s } = signed[0]!;
    expect(recoverSender(hash, word(0n), s, 0, backend)).toBeUndefined();
    expect(recoverSender(hash, r, word(0n), 0, backend)).toBeUndefined();
    expect(recoverSender(hash, word(ORDER), s, 0, backend)).toBeUndefined();
    expect(recoverSender(hash, r, word(ORDER), 0, backend)).toBeUndefined();
    expect(recoverSender(hash, word(5n), s, 0, backend)).toBeUndefined();
    for (const yParity of [2, 3, 4, -1, 0.5, Number.NaN])
      expect(recoverSender(hash, r, s, yParity, backend)).toBeUndefined();
    expect(recoverSender(hash, word(2n ** 256n - 1n), s, 0, backend)).toBeUndefined();
    expect(recoverSender(hash, r, word(2n ** 256n - 1n), 0, backend)).toBeUndefined();
    // x of a point that r + order would name, which no parity of Ethereum reaches.
    expect(recoverSender(hash, word(FIELD - 1n), s, 0, backend)).toBeUndefined();
    expect(recoverSender(hash, Buffer.alloc(33, 1), s, 0, backend)).toBeUndefined();
  });

  it.each(backends)('finds nobody where the key would be the point at infinity ($name)', (backend) => {
    // With R = k·G and s·R = z·G, the key r⁻¹(s·R - z·G) vanishes: r = x of G, s = z.
    const z = word(0x1234567890abcdefn);
    expect(recoverSender(z, word(GENERATOR_X), z, 0, backend)).toBeUndefined();
    // One bit of the hash away it is a key.
    expect(recoverSender(word(0x1234567890abcdeen), word(GENERATOR_X), z, 0, backend)).toHaveLength(20);
  });

  it.each(backends)('reads no more than the hash and the signature ($name)', ({ recover }) => {
    const { hash, r, s, yParity } = signed[0]!;
    const signature = Buffer.concat([r, s]);
    const before = recover(hash, signature, yParity)?.slice();
    expect(before).toHaveLength(65);
    if (system) {
      expect(system.recover(hash.subarray(1), signature, yParity)).toBeUndefined();
      expect(system.recover(hash, signature.subarray(1), yParity)).toBeUndefined();
    }
    expect(recover(hash, signature, yParity)).toEqual(before);
  });

  it('gives the same answer whichever implementation is asked, for random bytes', () => {
    let recovered = 0;
    for (let i = 0; i < 40; i++) {
      const [hash, r, s] = ['hash', 'r', 's'].map((what) => fromHex(keccak256(Buffer.from(`${what} ${i}`))));
      const answers = backends.map((backend) =>
        recoverSender(hash!, r!, s!, i % 2, backend)?.toString('hex'),
      );
      expect(new Set(answers).size).toBe(1);
      if (answers[0] !== undefined) recovered++;
    }
    expect(recovered).toBeGreaterThan(5);
    expect(recovered).toBeLessThan(35);
  });
});

function word(value: bigint): Buffer {
  return Buffer.from(value.toString(16).padStart(64, '0'), 'hex');
}
