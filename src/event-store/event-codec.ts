import { decodeBundle } from '../domain/chain/codec/bundle.js';
import type { ChainEvent, ChainEventKind, ChainEventOf } from '../domain/event/chain-event.js';
import { decodePrices, encodePrices } from '../domain/event/imported-price.js';
import { decodeSample, encodeSample } from '../domain/event/queue-sample-payload.js';
import { decodeReads, encodeReads } from '../domain/event/state-read-result.js';
import { encodedBlock } from './encoded-block.js';

/** One event as it is stored, its bundle unpacked. */
export interface StoredEvent {
  readonly position: number;
  readonly kind: ChainEventKind;
  /** Block number; of a QueueSampled the epoch, of a PriceImported 0. */
  readonly number: number;
  /** Block hash; of a QueueSampled its checkpoint's root, of a PriceImported the digest of the file. */
  readonly hash: Buffer;
  readonly payload: Buffer;
  readonly digest: Buffer;
}

/** The columns of an event that depend on its kind. */
export type EventColumns = Pick<StoredEvent, 'number' | 'hash' | 'payload'>;

interface Codec<Event extends ChainEvent> {
  encode(event: Event): EventColumns;
  /** @throws MalformedField for a payload that is not of the kind */
  decode(stored: StoredEvent): Event;
}

/** The payload of kinds that have none. */
export const NO_PAYLOAD: Buffer = Buffer.alloc(0);

const CODECS: { readonly [Kind in ChainEventKind]: Codec<ChainEventOf<Kind>> } = {
  BlockAppended: {
    encode: ({ block }) => ({
      number: block.header.number,
      hash: block.hash,
      payload: encodedBlock(block).bundle,
    }),
    decode: ({ position, payload }) => ({ kind: 'BlockAppended', position, block: decodeBundle(payload) }),
  },
  BlockOrphaned: {
    encode: ({ number, hash }) => ({ number, hash, payload: NO_PAYLOAD }),
    decode: ({ position, number, hash }) => ({ kind: 'BlockOrphaned', position, number, hash }),
  },
  BlockFinalized: {
    encode: ({ number, hash }) => ({ number, hash, payload: NO_PAYLOAD }),
    decode: ({ position, number, hash }) => ({ kind: 'BlockFinalized', position, number, hash }),
  },
  ReadRecorded: {
    encode: ({ number, hash, ...recorded }) => ({ number, hash, payload: encodeReads(recorded) }),
    decode: ({ position, number, hash, payload }) => ({
      ...{ kind: 'ReadRecorded', position, number, hash, ...decodeReads(payload) },
    }),
  },
  QueueSampled: {
    encode: ({ epoch, root, sample }) => ({ number: epoch, hash: root, payload: encodeSample(sample) }),
    decode: ({ position, number, hash, payload }) => ({
      ...{ kind: 'QueueSampled', position, epoch: number, root: hash, sample: decodeSample(payload) },
    }),
  },
  PriceImported: {
    encode: (imported) => ({ number: 0, hash: imported.digest, payload: encodePrices(imported) }),
    decode: ({ position, hash, payload }) => ({
      ...{ kind: 'PriceImported', position, digest: hash, ...decodePrices(payload) },
    }),
  },
};

/** The columns an event is stored in. */
export function encodeEvent<Kind extends ChainEventKind>(
  event: ChainEventOf<Kind> & { readonly kind: Kind },
): EventColumns {
  return CODECS[event.kind].encode(event);
}

/** @throws MalformedField for a payload that is not of the kind */
export function decodeEvent(stored: StoredEvent): ChainEvent {
  return CODECS[stored.kind].decode(stored);
}
