import type { Pool, PoolClient } from 'pg';
import type { ChainEventKind } from '../domain/event/chain-event.js';
import { CanonicalChain } from './canonical-chain.js';
import { chainDigest, FIRST_DIGEST } from './chain-digest.js';
import { ChainLog } from './chain-log.js';
import { decodeEvent, type StoredEvent } from './event-codec.js';

/** How far a check of the log has come, in events. */
export type CheckProgress = (position: number, end: number) => void;

const EVENTS_PER_READ = 50;

/**
 * Reads the whole log and lists its faults: a missing position, a wrong digest, a bundle that is not the block it is filed under, an
 * orphaning of a block that was not canonical, and a canonical chain that is not the fold of the events. An empty list means a sound log.
 */
export async function checkLog(db: Pool | PoolClient, progress: CheckProgress): Promise<string[]> {
  const log = new ChainLog(db);
  const end = await log.end();
  const problems: string[] = [];
  const canonical = new Map<number, Buffer>();
  let position = 0;
  let digest = FIRST_DIGEST;
  while (position < end) {
    for (const event of await log.after(position, EVENTS_PER_READ)) {
      if (event.position !== position + 1) problems.push(`event ${position + 1} is missing`);
      digest = chainDigest(digest, event.kind, event.number, event.hash, event.payload);
      if (!digest.equals(event.digest)) {
        problems.push(`event ${event.position}: its digest does not follow from the events before it`);
        digest = event.digest;
      }
      const problem = APPLY[event.kind](canonical, event) ?? payloadProblem(event);
      if (problem) problems.push(`event ${event.position}: ${problem}`);
      position = event.position;
    }
    progress(position, end);
  }
  return [...problems, ...(await compareCanonical(db, canonical))];
}

type CanonicalHashes = Map<number, Buffer>;

const requireCanonical = (
  canonical: CanonicalHashes,
  { kind, number, hash }: StoredEvent,
): string | undefined =>
  canonical.get(number)?.equals(hash) ? undefined : `${kind} names a block ${number} that was not canonical`;

/** What an event does to the canonical chain; returns what is wrong with that. */
const APPLY: Readonly<
  Record<ChainEventKind, (canonical: CanonicalHashes, event: StoredEvent) => string | undefined>
> = {
  BlockAppended(canonical, { number, hash }) {
    if (canonical.has(number)) return `block ${number} was appended twice`;
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

function payloadProblem(stored: StoredEvent): string | undefined {
  try {
    const event = decodeEvent(stored);
    const isOther =
      event.kind === 'BlockAppended' &&
      !(event.block.hash.equals(stored.hash) && event.block.header.number === stored.number);
    return isOther ? 'its bundle is of another block' : undefined;
  } catch (error) {
    return `its ${PAYLOAD[stored.kind]} cannot be read: ${error instanceof Error ? error.message : 'unknown'}`;
  }
}

async function compareCanonical(
  db: Pool | PoolClient,
  canonical: ReadonlyMap<number, Buffer>,
): Promise<string[]> {
  const stored = await new CanonicalChain(db).from(0);
  const problems: string[] = [];
  if (stored.length !== canonical.size)
    problems.push(`${stored.length} canonical blocks are stored, the events give ${canonical.size}`);
  const byNumber = new Map(stored.map((block) => [block.number, block]));
  for (const block of stored) {
    if (!canonical.get(block.number)?.equals(block.hash))
      problems.push(`canonical block ${block.number} is not the one of the events`);
    const parent = byNumber.get(block.number - 1);
    if (parent && !parent.hash.equals(block.parentHash))
      problems.push(`block ${block.number} does not follow block ${parent.number}`);
  }
  return problems;
}
