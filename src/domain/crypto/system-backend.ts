import { createRequire } from 'node:module';
import type { RecoveryBackend } from './recovery-backend.js';

/** Sonames since version 0.2, newest first. Earlier versions need other context flags. */
const LIBRARIES = [6, 5, 4, 3, 2, 1].flatMap((version) =>
  process.platform === 'darwin' ? [`libsecp256k1.${version}.dylib`] : [`libsecp256k1.so.${version}`],
);

const CONTEXT_NONE = 1;
/** Flag and length of a key of 65 bytes. */
const UNCOMPRESSED = 2;
const KEY_LENGTH = 65n;

type Call = (...parameters: unknown[]) => unknown;

interface Library {
  func(declaration: string): Call;
}

/**
 * The system's libsecp256k1, called through koffi. A call costs 0.6 µs of the 50 to 65 µs per key, so calls
 * need no batching. Undefined where the library or koffi is missing.
 */
export function systemBackend(): RecoveryBackend | undefined {
  for (const library of LIBRARIES) {
    try {
      const { load } = createRequire(import.meta.url)('koffi') as { load(name: string): Library };
      return backendOf(load(library), library);
    } catch {
      // Koffi, this version, or its module for recovery is not installed.
    }
  }
  return undefined;
}

function backendOf(library: Library, name: string): RecoveryBackend {
  const create = library.func('void *secp256k1_context_create(uint32_t flags)');
  const parse = library.func(
    'int secp256k1_ecdsa_recoverable_signature_parse_compact(void *context, void *parsed, void *signature, int recoveryId)',
  );
  const recover = library.func(
    'int secp256k1_ecdsa_recover(void *context, void *key, void *parsed, void *hash)',
  );
  const serialize = library.func(
    'int secp256k1_ec_pubkey_serialize(void *context, void *output, void *length, void *key, uint32_t flags)',
  );
  const context = create(CONTEXT_NONE);
  const parsed = new Uint8Array(65);
  const key = new Uint8Array(64);
  const output = new Uint8Array(Number(KEY_LENGTH));
  const length = new BigUint64Array(1);
  return {
    name: 'system',
    detail: name,
    recover: (hash, signature, yParity) => {
      // The library reads this many bytes without a check.
      if (hash.length !== 32 || signature.length !== 64) return undefined;
      if (parse(context, parsed, signature, yParity) !== 1) return undefined;
      if (recover(context, key, parsed, hash) !== 1) return undefined;
      length[0] = KEY_LENGTH;
      serialize(context, output, length, key, UNCOMPRESSED);
      return output;
    },
  };
}
