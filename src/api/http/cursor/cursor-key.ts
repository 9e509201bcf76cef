import { timingSafeEqual } from 'node:crypto';
import { createHMAC, createSHA256, type IHasher } from 'hash-wasm';
import type { AnyPosition } from './continuation.js';

const MAC_BYTES = 32;
const MAX_CURSOR_LENGTH = 512;

/**
 * Seals positions into cursors and opens them again. A cursor is base64url of a keyed hash over the request it belongs to
 * and the position, followed by the position: readable, but not to be made or moved to another request without the key.
 * The key must outlive restarts, or every cursor handed out dies with the process.
 */
export class CursorKey {
  /** Used again for each cursor: an object of the runtime for each costs a page a twentieth of its time. */
  readonly #hmac: IHasher;

  private constructor(hmac: IHasher) {
    this.#hmac = hmac;
  }

  /** @param secret at least 32 random bytes. */
  static async of(secret: Buffer): Promise<CursorKey> {
    if (secret.length < MAC_BYTES) throw new Error(`the cursor secret needs at least ${MAC_BYTES} bytes`);
    return new CursorKey(await createHMAC(createSHA256(), secret));
  }

  seal(scope: string, position: AnyPosition): string {
    const place = Buffer.from(JSON.stringify(position));
    return Buffer.concat([this.mac(scope, place), place]).toString('base64url');
  }

  /** The position sealed for `scope`; `undefined` for anything else. */
  open(scope: string, cursor: string): AnyPosition | undefined {
    if (cursor.length > MAX_CURSOR_LENGTH || !/^[A-Za-z0-9_-]+$/.test(cursor)) return undefined;
    const bytes = Buffer.from(cursor, 'base64url');
    // Several texts decode to the same bytes; only the one that was issued is accepted.
    if (bytes.length <= MAC_BYTES || bytes.toString('base64url') !== cursor) return undefined;
    const place = bytes.subarray(MAC_BYTES);
    if (!timingSafeEqual(bytes.subarray(0, MAC_BYTES), this.mac(scope, place))) return undefined;
    return JSON.parse(place.toString()) as AnyPosition;
  }

  private mac(scope: string, place: Buffer): Uint8Array {
    return this.#hmac.init().update(`${scope}\0`).update(place).digest('binary');
  }
}
