import { createRequire } from 'node:module';
import { bytesToHex, type Hex, hexToBytes, type Signature } from 'viem';

interface NativeBinding {
  ecdsaSign(hash: Uint8Array, key: Uint8Array): { readonly signature: Uint8Array; readonly recid: 0 | 1 };
}

const binding = load();

function load(): NativeBinding | undefined {
  try {
    // The main entry of the package would silently use slow JavaScript instead.
    return createRequire(import.meta.url)('secp256k1/bindings') as NativeBinding;
  } catch {
    return undefined;
  }
}

/**
 * The signature that viem would make (RFC 6979, low s), by libsecp256k1 in a tenth of the time; undefined on
 * a platform without a prebuilt library.
 */
export function nativeSignature(hash: Hex, key: Hex): (Signature & { yParity: number }) | undefined {
  if (binding === undefined) return undefined;
  const { signature, recid } = binding.ecdsaSign(hexToBytes(hash), hexToBytes(key));
  const [r, s] = [bytesToHex(signature.subarray(0, 32)), bytesToHex(signature.subarray(32))];
  return { r, s, v: recid === 0 ? 27n : 28n, yParity: recid };
}
