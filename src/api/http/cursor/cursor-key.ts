import { timingSafeEqual } from 'node:crypto';
import { createHMAC, createSHA256, type IHasher } from 'hash-wasm';
import type { AnyPosition } from './continuation.js';

const MAC_BYTES = 32;
const MAX_CURSOR_LENGTH = 512;

/**
 * Makes cursors from positions, and reads them again. A cursor is base64url of a keyed hash over its request
 * and the position, followed by the position. It is readable, but without the key nobody can make one or move
 * it to another request. The key must outlive restarts, or all cursors become invalid with the process.
 */
export class CursorKey {
  /** Reused for each cursor, because making a new one would take a twentieth of the time of a page. */
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

  /** The position in a cursor for `scope`; undefined for any other text. */
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
