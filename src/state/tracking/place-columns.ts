import { fromHex } from '../../domain/chain/codec/hex.js';
import { withoutZeros } from '../../domain/chain/record/storage-slot.js';
import { wordOf } from '../../domain/chain/word.js';
import type { StatePlace } from '../history/state-history.js';

const KINDS = { slot: 's', code: 'c', account: 'a' } as const;
const NOTHING = Buffer.alloc(0);

/** The columns of `tracked_place` that name a place. */
export function columnsOf(place: StatePlace): [address: Buffer, kind: string, slot: Buffer] {
  const slot = place.kind === 'slot' ? withoutZeros(wordOf(place.slot)) : NOTHING;
  return [fromHex(place.address), KINDS[place.kind], slot];
}
