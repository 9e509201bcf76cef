import { createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto';

const SECRET_BYTES = 32;

/**
 * Turns keys into what is stored of them. Without the secret nobody can tell from the store whether a key is in it; when the
 * secret is lost, no key can be recognised any more and new ones have to be made.
 */
export class KeySecret {
  /** Tells secrets apart without giving them away, 8 bytes. */
  readonly fingerprint: Buffer;
  private readonly secret: KeyObject;

  /** @param bytes at least 32 random ones. */
  constructor(bytes: Buffer) {
    if (bytes.length < SECRET_BYTES) throw new Error(`the key secret needs at least ${SECRET_BYTES} bytes`);
    this.secret = createSecretKey(bytes);
    this.fingerprint = hash('sha256', Buffer.concat([Buffer.from('mark of '), bytes]), 'buffer').subarray(
      0,
      8,
    );
  }

  /** @returns 32 bytes that say nothing about how near the key is to another. */
  digest(key: string): Buffer {
    return createHmac('sha256', this.secret).update(key).digest();
  }
}
