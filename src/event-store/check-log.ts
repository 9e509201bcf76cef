import type { Pool, PoolClient } from 'pg';
import type { ChainEventKind } from '../domain/event/chain-event.js';
import type { Look } from '../platform/postgres/distributed/find-whole.js';
import { type CanonicalBlock, CanonicalChain } from './canonical-chain.js';
import { CanonicalFold } from './canonical-fold.js';
import { chainDigest, FIRST_DIGEST } from './chain-digest.js';
import { ChainLog } from './chain-log.js';
import { decodeEvent, type StoredEvent } from './event-codec.js';

/** How far a check of the log has come, in events. */
export type CheckProgress = (position: number, end: number) => void;

const EVENTS_PER_READ = 50;
const BLOCKS_PER_READ = 4096;

/**
 * Reads the log to its end and lists its faults: a missing position, a wrong digest, a bundle that is not
 * that of its block, an orphaned block that was not canonical, and a canonical chain that is not the fold of
 * the events. An empty list means a sound log.
 *
 * @param look runs each read of some events, and the comparison at the end, in a snapshot
 */
export async function checkLog(
  db: Pool | PoolClient,
  progress: CheckProgress,
  look: Look = (find) => find(db),
): Promise<string[]> {
  const end = await new ChainLog(db).end();
  const problems: string[] = [];
  const canonical = new CanonicalFold();
  let position = 0;
  let digest = FIRST_DIGEST;
  while (position < end) {
    let events: StoredEvent[] = [];
    const unreadable = await look(async (tx) => {
      events = await new ChainLog(tx).after(position, EVENTS_PER_READ);
      return events.flatMap(payloadProblems);
    });
    problems.push(...unreadable);
    for (const event of events) {
      if (event.position !== position + 1) problems.push(`event ${position + 1} is missing`);
      digest = chainDigest(digest, event.kind, event.number, event.hash, event.payload);
      if (!digest.equals(event.digest)) {
        problems.push(`event ${event.position}: its digest does not follow from the events before it`);
        digest = event.digest;
      }
      const problem = APPLY[event.kind](canonical, event);
      if (problem) problems.push(`event ${event.position}: ${problem}`);
      position = event.position;
    }
    progress(position, end);
  }
  return [...problems, ...(await look((tx) => compareCanonical(tx, canonical, position)))];
}

const requireCanonical = (
  canonical: CanonicalFold,
  { kind, number, hash }: StoredEvent,
): string | undefined =>
  canonical.at(number)?.equals(hash) ? undefined : `${kind} names a block ${number} that was not canonical`;

/** Applies an event to the canonical chain; returns what is wrong with it. */
const APPLY: Readonly<
  Record<ChainEventKind, (canonical: CanonicalFold, event: StoredEvent) => string | undefined>
> = {
  BlockAppended(canonical, { number, hash }) {
    if (canonical.at(number)) return `block ${number} was appended twice`;
    canonical.set(number, hash);
    return undefined;
  },
  BlockOrphaned(canonical, event) {
    const problem = requireCanonical(canonical, event);
    if (!problem) canonical.delete(event.number);
    return problem;
  },
  BlockFinalized: requireCanonical,
  ReadRecorded: requireCanonical,
  QueueSampled: () => undefined,
  PriceImported: () => undefined,
};

const PAYLOAD: Readonly<Partial<Record<ChainEventKind, string>>> = {
  BlockAppended: 'bundle',
  ReadRecorded: 'reads',
  QueueSampled: 'sample',
  PriceImported: 'prices',
};

function payloadProblems(stored: StoredEvent): string[] {
  try {
    const event = decodeEvent(stored);
    const isOther =
      event.kind === 'BlockAppended' &&
      !(event.block.hash.equals(stored.hash) && event.block.header.number === stored.number);
    return isOther ? [`event ${stored.position}: its bundle is of another block`] : [];
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown';
    return [`event ${stored.position}: its ${PAYLOAD[stored.kind]} cannot be read: ${reason}`];
  }
}

/** Compares the stored chain with that of the events. A writer may have added events after `position`. */
async function compareCanonical(
  db: Pool | PoolClient,
  canonical: CanonicalFold,
  position: number,
): Promise<string[]> {
  const later = await new ChainLog(db).canonicalAfter(position);
  const expected = (number: number): Buffer | undefined =>
    later.has(number) ? later.get(number) : canonical.at(number);
  let { size } = canonical;
  for (const [number, hash] of later)
    size += Number(hash !== undefined) - Number(canonical.at(number) !== undefined);
  const problems: string[] = [];
  const chain = new CanonicalChain(db);
  let stored = 0;
  let parent: CanonicalBlock | undefined;
  for (;;) {
    const blocks = await chain.above(parent?.number ?? -1, BLOCKS_PER_READ);
    for (const block of blocks) {
      if (!expected(block.number)?.equals(block.hash))
        problems.push(`canonical block ${block.number} is not the one of the events`);
      if (parent?.number === block.number - 1 && !parent.hash.equals(block.parentHash))
        problems.push(`block ${block.number} does not follow block ${parent.number}`);
      parent = block;
    }
    stored += blocks.length;
    if (blocks.length < BLOCKS_PER_READ) break;
  }
  if (stored !== size) problems.push(`${stored} canonical blocks are stored, the events give ${size}`);
  return problems;
}
