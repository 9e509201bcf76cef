import type { PoolClient } from 'pg';
import type { Hash } from '../../domain/chain/hex.js';
import { JSON_READY } from '../../platform/postgres/json-ready.js';
import type { ClaimChange } from '../model/engine-store.js';
import type { PackedProof } from '../model/segment.js';
import { packProof } from './packed-proof.js';

const EVENTS_OF = `
SELECT hash, event.position FROM canonical_block block JOIN chain_event event ON event.position = block.position AND event.block_hash = hash
WHERE number = ANY($1::int8[])`;

type AddedSegment = ClaimChange['added'][number];

/** The templates of proofs that were packed before. */
export function givenTemplates(changes: readonly ClaimChange[]): ReadonlySet<string> {
  return new Set(
    changes.flatMap(({ added }) =>
      added.flatMap(({ proof }) => (typeof proof === 'string' ? [] : [proof.template])),
    ),
  );
}

export function hasTexts({ added }: ClaimChange): boolean {
  return added.some(({ proof }) => typeof proof === 'string');
}

/** Positions of the events that appended the reference blocks of proofs, by block hash. */
export async function eventsOf(
  tx: PoolClient,
  changes: readonly ClaimChange[],
): Promise<Map<string, number>> {
  const blocks = new Set(changes.flatMap(({ added }) => added.map(({ referenceBlock }) => referenceBlock)));
  if (blocks.size === 0) return new Map();
  const { rows } = await tx.query<{ hash: Hash; position: number }>({
    name: 'events of blocks',
    text: EVENTS_OF,
    values: [[...blocks]],
    types: JSON_READY,
  });
  return new Map(rows.map(({ hash, position }) => [hash.slice(2), position]));
}

/** Packs proofs. Those that cannot be packed are left out. */
export function packProofs(
  changes: readonly ClaimChange[],
  events: ReadonlyMap<string, number>,
): Map<AddedSegment, PackedProof> {
  const packed = new Map<AddedSegment, PackedProof>();
  for (const { subject, added } of changes)
    for (const segment of added) {
      const { proof: given, object } = segment;
      const proof =
        typeof given === 'string' ? packProof(given, subject.slice(2), object.slice(2), events) : given;
      if (proof) packed.set(segment, proof);
    }
  return packed;
}
