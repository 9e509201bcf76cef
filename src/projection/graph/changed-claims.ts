import type { PoolClient } from 'pg';
import { fromHex } from '../../domain/chain/codec/hex.js';
import { JSON_READY } from '../../platform/postgres/json-ready.js';
import type { ClaimKey, WalkedKey } from './claim-key.js';
import type { GraphScope } from './graph-scope.js';

const KEY = 'subject, definition, object';

const OF_EVENTS = `
SELECT DISTINCT ${KEY} FROM fact_events_between($2, $3) WHERE definition_set = $1`;

const AFTER = `
SELECT DISTINCT hashbytea(subject) AS hash, ${KEY} FROM proof_segment
WHERE definition_set = $1 AND (hashbytea(subject), ${KEY}) > ($2, $3, $4, $5) AND (end_block IS NULL OR end_block >= $6)
ORDER BY hash, ${KEY}
LIMIT $7`;

const PASSED = `
SELECT ${KEY} FROM proof_segment
WHERE definition_set = $1 AND definition = ANY($2) AND start_block > $3 AND start_block <= $4
UNION
SELECT ${KEY} FROM proof_segment
WHERE definition_set = $1 AND definition = ANY($2) AND end_block >= $3 AND end_block < $4`;

/** Claims that events after `position`, up to `reached`, are about. */
export function keysOfEvents(
  tx: PoolClient,
  set: number,
  position: number,
  reached: number,
): Promise<readonly ClaimKey[]> {
  return keys(tx, 'graph keys of events', OF_EVENTS, [set, position, reached]);
}

/**
 * The next open claims, and claims that end at the head or later, in the order of the hashes of their
 * subjects and of their keys.
 */
export function keysAfter(
  tx: PoolClient,
  set: number,
  { hash, subject, definition, object }: WalkedKey,
  head: number,
  limit: number,
): Promise<readonly WalkedKey[]> {
  const after = [hash, fromHex(subject), definition, fromHex(object)];
  return keys(tx, 'graph keys', AFTER, [set, ...after, head, limit]);
}

/** Claims evaluated ahead of the head that begin or end between two heads: no event announces that the head has passed them. */
export async function keysPassed(
  tx: PoolClient,
  set: number,
  from: GraphScope,
  to: GraphScope,
): Promise<readonly ClaimKey[]> {
  const ahead = [...new Set([...from.ahead, ...to.ahead])];
  const heads = [from.attribute.block ?? -1, to.attribute.block ?? -1] as const;
  if (ahead.length === 0 || heads[0] === heads[1]) return [];
  return keys(tx, 'graph keys passed', PASSED, [set, ahead, Math.min(...heads), Math.max(...heads)]);
}

async function keys<Key extends ClaimKey>(
  tx: PoolClient,
  name: string,
  text: string,
  values: unknown[],
): Promise<readonly Key[]> {
  const { rows } = await tx.query<Key>({ name, text, values, types: JSON_READY });
  return rows;
}
