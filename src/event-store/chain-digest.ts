import { createHash, hash } from 'node:crypto';
import type { ChainEventKind } from '../domain/event/chain-event.js';

/** Digest before the first event. */
export const FIRST_DIGEST: Buffer = Buffer.alloc(32);

/** Digest of the log up to and including one event: sha256(previous ‖ kind ‖ 0 ‖ number as 8 bytes ‖ block hash ‖ sha256(payload)). */
export function chainDigest(
  previous: Buffer,
  kind: ChainEventKind,
  blockNumber: number,
  blockHash: Buffer,
  payload: Buffer,
): Buffer {
  const number = Buffer.alloc(8);
  number.writeBigUInt64BE(BigInt(blockNumber));
  return createHash('sha256')
    .update(previous)
    .update(`${kind}\0`)
    .update(number)
    .update(blockHash)
    .update(hash('sha256', payload, 'buffer'))
    .digest();
}
