import type { Pool, PoolClient } from 'pg';
import { CanonicalChain } from '../../event-store/canonical-chain.js';
import { isLeaseHeld } from '../../event-store/writer-lease.js';
import type { Look } from '../../platform/postgres/distributed/find-whole.js';
import { EVALUATING, EVALUATING_BEHIND } from '../../runtime/projection/projectors.js';
import { type Invariant, OF_ALL, OF_BLOCKS, OF_CLAIMS } from './invariants.js';
import { blockWindows, positionWindows, type Window } from './windows.js';

/** SQLSTATE of a proof that names a missing event. */
const NO_EVENT = 'P0002';

/** Stored blocks that one query compares. A cluster sends columns of their rows to the coordinator. */
const BLOCKS_AT_ONCE = 4096;
/** Positions of claims that one query compares. A cluster sends their proofs to the coordinator as well. */
const POSITIONS_AT_ONCE = 50_000;
/** Most blocks that a problem names. */
const NAMED = 5;

const READERS = `
SELECT checkpoint.position AS number
FROM checkpoint, (SELECT coalesce(max(position), 0) AS position FROM chain_event) log
WHERE checkpoint.position > log.position OR checkpoint.position < log.position - CASE WHEN reader = ANY($1) THEN $2::int8 ELSE 0 END
ORDER BY 1 LIMIT ${NAMED}`;

/**
 * Compares the rows of the projections with one another.
 * @param look runs each query in a snapshot.
 * INVARIANT: no query depends on another
 * @param progress counts queries
 * @returns what is wrong, in words; empty when all invariants hold
 */
export async function checkProjections(
  db: Pool | PoolClient,
  look: Look = (find) => find(db),
  progress: (done: number, all: number) => void = () => undefined,
): Promise<string[]> {
  const blocks = blockWindows(await new CanonicalChain(db).ranges(), BLOCKS_AT_ONCE);
  const { rows: log } = await db.query<{ position: number }>('SELECT position FROM last_fact_event()');
  const positions = positionWindows(log[0]!.position, POSITIONS_AT_ONCE);
  const queries = [
    ...blocks.flatMap((window) => OF_BLOCKS.map((invariant) => ({ invariant, window }))),
    ...positions.flatMap((window) => OF_CLAIMS.map((invariant) => ({ invariant, window }))),
    ...OF_ALL.map((invariant) => ({ invariant, window: [] as const })),
  ];
  const outcomes = new Map<Invariant, Outcome>();
  for (const [at, { invariant, window }] of queries.entries()) {
    const outcome = outcomes.get(invariant) ?? { broken: new Set(), lacksEvent: false };
    outcomes.set(invariant, outcome);
    if (outcome.broken.size < NAMED)
      await note(
        outcome,
        look((tx) => brokenIn(tx, invariant, window)),
      );
    progress(at + 1, queries.length);
  }
  return [...[...outcomes].flatMap(inWords), ...(await look(checkReaders))];
}

interface Outcome {
  /** Numbers of blocks as decimal text. */
  readonly broken: Set<string>;
  lacksEvent: boolean;
}

async function note(outcome: Outcome, looked: Promise<string[]>): Promise<void> {
  try {
    for (const number of await looked) outcome.broken.add(number);
  } catch (error) {
    if ((error as { readonly code?: string }).code !== NO_EVENT) throw error;
    outcome.lacksEvent = true;
  }
}

async function brokenIn(
  db: Pool | PoolClient,
  { brokenBy }: Invariant,
  window: Window | readonly [],
): Promise<string[]> {
  return numbers(db, `SELECT DISTINCT number FROM (${brokenBy}) broken ORDER BY 1 LIMIT ${NAMED}`, window);
}

async function numbers(db: Pool | PoolClient, text: string, values: readonly unknown[]): Promise<string[]> {
  const { rows } = await db.query<{ number: number }>(text, [...values]);
  return rows.map(({ number }) => String(number));
}

function inWords([{ says }, { broken, lacksEvent }]: [Invariant, Outcome]): string[] {
  return [
    ...(lacksEvent ? [`cannot be told: ${says}; the log lost an event that rows name`] : []),
    ...notSo(says, [...broken].slice(0, NAMED)),
  ];
}

async function checkReaders(db: Pool | PoolClient): Promise<string[]> {
  const allowed = (await isLeaseHeld(db)) ? EVALUATING_BEHIND : 0;
  return notSo(
    'every reader is at the end of the log, or follows a writer closely where it may',
    await numbers(db, READERS, [[...EVALUATING], allowed]),
  );
}

const notSo = (says: string, broken: readonly string[]): string[] =>
  broken.length === 0 ? [] : [`not so: ${says} (see ${broken.join(', ')})`];
