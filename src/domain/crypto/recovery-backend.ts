import { createRequire } from 'node:module';

/** One implementation of public key recovery on secp256k1. */
export interface RecoveryBackend {
  readonly name: RecoveryBackendName;
  /** What it was loaded from. */
  readonly detail: string;
  /**
   * The uncompressed public key (65 bytes, first byte 4) that made the signature, or undefined when there is none.
   * The answer may be overwritten by the next call.
   *
   * @param signature r and s, 32 bytes each; s may be in the upper half of the range
   */
  readonly recover: (hash: Uint8Array, signature: Uint8Array, yParity: 0 | 1) => Uint8Array | undefined;
}

export type RecoveryBackendName = 'system' | 'native' | 'wasm' | 'javascript';

interface NativeBinding {
  ecdsaRecover(
    signature: Uint8Array,
    recoveryId: number,
    hash: Uint8Array,
    compressed: boolean,
    output: Uint8Array,
  ): Uint8Array;
}

/** libsecp256k1 as a compiled addon, about 60 µs a key; undefined on a platform without a prebuilt one. */
export function nativeBackend(): RecoveryBackend | undefined {
  let binding: NativeBinding;
  try {
    // The package's main entry would fall back to slow JavaScript without a word; this one fails instead.
    binding = createRequire(import.meta.url)('secp256k1/bindings') as NativeBinding;
  } catch {
    return undefined;
  }
  const output = new Uint8Array(65);
  return {
    name: 'native',
    detail: 'package secp256k1',
    recover: (hash, signature, yParity) => {
      try {
        return binding.ecdsaRecover(signature, yParity, hash, false, output);
      } catch {
        return undefined;
      }
    },
  };
}

/** libsecp256k1 as WebAssembly, about 170 µs a key; undefined where WebAssembly cannot start. */
export async function wasmBackend(): Promise<RecoveryBackend | undefined> {
  try {
    const { instantiateSecp256k1 } = await import('@bitauth/libauth');
    const secp256k1 = await instantiateSecp256k1();
    return {
      name: 'wasm',
      detail: 'package @bitauth/libauth',
      recover: (hash, signature, yParity) => {
        const key = secp256k1.recoverPublicKeyUncompressed(signature, yParity, hash);
        // libauth returns its error text instead of throwing it.
        return typeof key === 'string' ? undefined : key;
      },
    };
  } catch {
    return undefined;
  }
}

/** Plain JavaScript, about 1.3 ms a key; works everywhere. */
export async function javascriptBackend(): Promise<RecoveryBackend> {
  const { secp256k1 } = await import('@noble/curves/secp256k1.js');
  return {
    name: 'javascript',
    detail: 'package @noble/curves',
    recover: (hash, signature, yParity) => {
      try {
        return secp256k1.Signature.fromBytes(signature, 'compact')
          .addRecoveryBit(yParity)
          .recoverPublicKey(hash)
          .toBytes(false);
      } catch {
        return undefined;
      }
    },
  };
}
