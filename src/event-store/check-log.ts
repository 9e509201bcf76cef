import type { Pool, PoolClient } from 'pg';
import { decodeBundle } from '../domain/chain/codec/bundle.js';
import { decodePrices } from '../domain/event/imported-price.js';
import { decodeSample } from '../domain/event/queue-sample-payload.js';
import { decodeReads } from '../domain/event/state-read-result.js';
import { CanonicalChain } from './canonical-chain.js';
import { chainDigest, FIRST_DIGEST } from './chain-digest.js';
import { ChainLog, type StoredEvent } from './chain-log.js';

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
      const problem = applyEvent(canonical, event);
      if (problem) problems.push(`event ${event.position}: ${problem}`);
      position = event.position;
    }
    progress(position, end);
  }
  return [...problems, ...(await compareCanonical(db, canonical))];
}

function applyEvent(canonical: Map<number, Buffer>, event: StoredEvent): string | undefined {
  const { kind, number, hash } = event;
  if (kind === 'BlockAppended') {
    if (canonical.has(number)) return `block ${number} was appended twice`;
    canonical.set(number, hash);
    return bundleProblem(event);
  }
  if (kind === 'QueueSampled') return payloadProblem('its sample', () => decodeSample(event.payload));
  if (kind === 'PriceImported') return payloadProblem('its prices', () => decodePrices(event.payload));
  if (!canonical.get(number)?.equals(hash)) return `${kind} names a block ${number} that was not canonical`;
  if (kind === 'BlockOrphaned') canonical.delete(number);
  return kind === 'ReadRecorded' ? payloadProblem('its reads', () => decodeReads(event.payload)) : undefined;
}

function payloadProblem(what: string, decode: () => unknown): string | undefined {
  try {
    decode();
    return undefined;
  } catch (error) {
    return `${what} cannot be read: ${error instanceof Error ? error.message : 'unknown'}`;
  }
}

function bundleProblem({ number, hash, payload }: StoredEvent): string | undefined {
  try {
    const block = decodeBundle(payload);
    return block.hash.equals(hash) && block.header.number === number
      ? undefined
      : 'its bundle is of another block';
  } catch (error) {
    return `its bundle cannot be read: ${error instanceof Error ? error.message : 'unknown'}`;
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
