import { createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto';

const SECRET_BYTES = 32;

/**
 * Derives the stored form of keys. Without the secret, the store does not show whether it has a given key.
 * If the secret is lost, no key can be recognised, and all must be replaced.
 */
export class KeySecret {
  /** Identifies a secret without revealing it, 8 bytes. */
  readonly fingerprint: Buffer;
  private readonly secret: KeyObject;

  /** @param bytes at least 32 random bytes */
  constructor(bytes: Buffer) {
    if (bytes.length < SECRET_BYTES) throw new Error(`the key secret needs at least ${SECRET_BYTES} bytes`);
    this.secret = createSecretKey(bytes);
    this.fingerprint = hash('sha256', Buffer.concat([Buffer.from('mark of '), bytes]), 'buffer').subarray(
      0,
      8,
    );
  }

  /** @returns 32 bytes that reveal nothing about similar keys */
  digest(key: string): Buffer {
    return createHmac('sha256', this.secret).update(key).digest();
  }
}
