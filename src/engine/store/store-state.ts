import type { PoolClient } from 'pg';
import { JSON_READY } from '../../platform/postgres/json-ready.js';

/** How far a store has come, and by which definitions. */
export interface StoreState {
  /** The served definition set, and the sha256 hex that names it. */
  readonly set: number;
  readonly digest: string;
  /** Changes when the claims are deleted and evaluated anew. */
  readonly generation: string;
  /** Ids of definitions, by their numbers in this database, in the order of the ids. */
  readonly definitions: ReadonlyMap<number, string>;
  /** Positions of the last chain event that claims follow from, and of the last fact event. */
  readonly evaluated: number;
  readonly lastFact: number;
  /** The newest block, and the lowest one above the block asked for. */
  readonly head: number;
  readonly next: number;
}

const STATE = `
SELECT id AS set, digest, generation::text,
       coalesce((SELECT position FROM checkpoint WHERE reader = 'evaluation'), 0) AS evaluated,
       (SELECT position FROM last_fact_event()) AS "lastFact",
       (SELECT max(number) FROM canonical_block) AS head,
       (SELECT min(number) FROM canonical_block WHERE number > $1) AS next
FROM definition_set WHERE current`;

const DEFINITIONS = 'SELECT number, id FROM definition_number ORDER BY id COLLATE "C"';

/** Events appended since, which may have changed claims: blocks appended or orphaned, and state reads. */
const CHAIN_CHANGED = `
SELECT min(block_number) AS block FROM chain_event
WHERE position > $1 AND kind IN ('BlockAppended', 'BlockOrphaned', 'ReadRecorded')`;

/**
 * Events of claims that are no longer stored, or that hold again. After an unwind only lapses count: a claim
 * that ended in the removed blocks holds again.
 */
const CLAIMS_ENDED = `
SELECT min(block_number) AS block FROM fact_event_row
WHERE position > $1 AND definition_set = $2
  AND (kind = 'lapsed' OR NOT EXISTS (SELECT FROM chain_event WHERE position > $3 AND kind = 'BlockOrphaned'))`;

/** The sum keeps the planner from going through all claims in the order of their blocks. */
const CLAIMS_BEGUN = `
SELECT min(start_block + 0) AS block FROM proof_segment WHERE position > $1 AND definition_set = $2`;

/** The store no longer holds what was printed before. */
export class SpansChanged extends Error {
  override readonly name = 'SpansChanged';
}

/** Undefined where no block above `block` is stored, or no definitions are served. */
export async function stateAbove(tx: PoolClient, block: number): Promise<StoreState | undefined> {
  const { rows } = await tx.query<Omit<StoreState, 'definitions' | 'next'> & { next: number | null }>({
    text: STATE,
    values: [block],
    types: JSON_READY,
  });
  const [state] = rows;
  if (!state || state.next === null) return undefined;
  const numbered = await tx.query<{ number: number; id: string }>(DEFINITIONS);
  return {
    ...{ ...state, next: state.next },
    definitions: new Map(numbered.rows.map(({ number, id }) => [number, id])),
  };
}

/**
 * Throws where blocks up to `block`, or claims that begin or end there, may not be what they were in an earlier state.
 *
 * @throws SpansChanged
 */
export async function refuseChanged(
  tx: PoolClient,
  before: StoreState,
  now: StoreState,
  block: number,
): Promise<void> {
  if (now.set !== before.set || now.generation !== before.generation)
    throw new SpansChanged(
      'claims were made anew, or by other definitions, since the first line: start again',
    );
  const lowest = async (text: string, values: readonly unknown[]): Promise<number> => {
    const { rows } = await tx.query<{ block: number | null }>({
      text,
      values: [...values],
      types: JSON_READY,
    });
    return rows[0]!.block ?? Number.POSITIVE_INFINITY;
  };
  const { set, evaluated, lastFact } = before;
  const changed = Math.min(
    await lowest(CHAIN_CHANGED, [evaluated]),
    await lowest(CLAIMS_ENDED, [lastFact, set, evaluated]),
    await lowest(CLAIMS_BEGUN, [lastFact, set]),
  );
  if (changed <= block)
    throw new SpansChanged(`blocks or claims from block ${changed} on changed after their line: start again`);
}
