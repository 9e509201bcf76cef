import type { Hex } from '../../src/domain/chain/hex.js';
import { keccak256 } from '../../src/domain/crypto/keccak.js';
import { signatureOf } from '../../src/signature/declaration.js';
import { SignatureBook } from '../../src/signature/signature-book.js';
import { type SignatureKind, SignatureTable } from '../../src/signature/signature-table.js';

/** A line of the table. A hash other than the signature's own lets signatures collide. */
export interface KnownSignature {
  readonly kind: SignatureKind;
  readonly declaration: string;
  readonly uses: number;
  readonly hash?: string;
}

/** A book of the given signatures alone. */
export function signatureBookOf(...known: KnownSignature[]): SignatureBook {
  const lines = known.map(
    ({ kind, declaration, uses, hash = hashOf(kind, declaration) }) =>
      `${kind} ${hash.slice(2)} ${uses} ${declaration}\n`,
  );
  return new SignatureBook(new SignatureTable(Buffer.from(lines.sort().join(''))));
}

/** A book of table lines, which must be in ascending order. */
export function bookOf(lines: readonly string[]): SignatureBook {
  return new SignatureBook(new SignatureTable(Buffer.from(lines.map((line) => `${line}\n`).join(''))));
}

/** The hash of a declaration as `0x` hex: 32 bytes for an event, else the first four. */
export function hashOf(kind: SignatureKind, declaration: string): Hex {
  const hash = keccak256(Buffer.from(signatureOf(declaration)));
  return `0x${hash.toString('hex', 0, kind === 'event' ? 32 : 4)}`;
}
