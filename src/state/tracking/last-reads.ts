import type { PoolClient } from 'pg';
import { fromHex, toHex } from '../../domain/chain/codec/hex.js';
import type { Address } from '../../domain/chain/hex.js';
import type { StatePlace } from '../history/state-history.js';
import type { TrackedCall } from './tracked-run.js';

/** Two index steps for each call, even where the planner has no statistics. */
const LAST_READS = `
SELECT at::int4, place.address, place.kind, encode(place.slot, 'hex') AS slot
FROM unnest($1::bytea[], $2::bytea[], $3::int8[]) WITH ORDINALITY AS call (contract, data, block, at)
CROSS JOIN LATERAL (
  SELECT id FROM tracked_run run
  WHERE run.contract = call.contract AND run.data = call.data AND since_block <= block
  ORDER BY since_block DESC LIMIT 1
) last
CROSS JOIN LATERAL (SELECT address, kind, slot FROM tracked_place WHERE run_id = last.id OFFSET 0) place`;

/** A row of `tracked_place`, its slot in hex. */
export interface PlaceRow {
  /** From 1. */
  readonly at: number;
  readonly address: Buffer;
  readonly kind: 's' | 'c' | 'a';
  readonly slot: string;
}

/** What the last stored run of each call up to its block read, without the code of the called contract. */
export async function lastReads<Call extends TrackedCall>(
  tx: PoolClient,
  calls: readonly (readonly [block: number, call: Call])[],
): Promise<Map<Call, StatePlace[]>> {
  const reads = new Map<Call, StatePlace[]>();
  if (calls.length === 0) return reads;
  const { rows } = await tx.query<PlaceRow>({
    name: 'last reads of calls',
    text: LAST_READS,
    values: [
      calls.map(([, { contract }]) => fromHex(contract)),
      calls.map(([, { data }]) => data),
      calls.map(([block]) => block),
    ],
  });
  for (const row of rows) {
    const [, call] = calls[row.at - 1]!;
    const places = reads.get(call);
    if (places) places.push(placeOf(row));
    else reads.set(call, [placeOf(row)]);
  }
  return reads;
}

export function placeOf({ address: bytes, kind, slot }: Omit<PlaceRow, 'at'>): StatePlace {
  const address = toHex(bytes) as Address;
  if (kind === 's') return { kind: 'slot', address, slot: BigInt(`0x${slot || '0'}`) };
  return { kind: kind === 'c' ? 'code' : 'account', address };
}
