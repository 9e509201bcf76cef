import type { PoolClient } from 'pg';
import { fromHex } from '../../domain/chain/codec/hex.js';
import type { Address } from '../../domain/chain/hex.js';
import { copyInto } from '../../platform/postgres/copy-into.js';
import { JSON_READY } from '../../platform/postgres/json-ready.js';
import type { ClaimChange } from '../model/engine-store.js';
import type { Segment } from '../model/segment.js';
import { type BySubject, into } from './by-subject.js';
import { eventsOf, givenTemplates, hasTexts, packProofs } from './claim-proofs.js';
import type { EngineCopies } from './engine-copies.js';
import { type EngineNumbers, numberProofTemplates } from './engine-numbers.js';
import { writeUndecided } from './undecided-rows.js';

const SEGMENTS_OF = `
SELECT subject, definition, object, start_block, end_block, interval_start, value, reference_block, proof_hash
FROM proof_segment
WHERE definition_set = $1 AND hashbytea(subject) = ANY(ARRAY(SELECT hashbytea(one) FROM unnest($2::bytea[]) one)) AND subject = ANY($2)`;

/**
 * A segment stands for the event that it began with, so its removal adds the event as a row. A removed
 * segment of another set may have added the same row.
 */
const REMOVE_SEGMENTS = `
WITH removed AS (
  DELETE FROM proof_segment segment USING unnest($2::bytea[], $3::int2[], $4::bytea[], $5::int8[]) AS gone (subject, definition, object, start_block)
  WHERE definition_set = $1 AND hashbytea(segment.subject) = hashbytea(gone.subject) AND segment.subject = gone.subject
    AND segment.definition = gone.definition AND segment.object = gone.object
    AND segment.start_block = gone.start_block
  RETURNING position, definition_set, segment.start_block, interval_start, segment.subject, segment.definition, segment.object, proof_hash
)
INSERT INTO fact_event_row (position, definition_set, kind, block_number, subject, definition, object, proof_hash)
SELECT position, definition_set, CASE WHEN start_block = interval_start THEN 'proven' ELSE 'superseded' END, start_block, subject,
       definition, object, proof_hash
FROM removed
ON CONFLICT DO NOTHING`;

const MOVE_ENDS = `
UPDATE proof_segment SET end_block = moved.end_block
FROM unnest($2::bytea[], $3::int2[], $4::bytea[], $5::int8[], $6::int8[]) AS moved (subject, definition, object, start_block, end_block)
WHERE definition_set = $1 AND hashbytea(proof_segment.subject) = hashbytea(moved.subject) AND proof_segment.subject = moved.subject
  AND proof_segment.definition = moved.definition
  AND proof_segment.object = moved.object AND proof_segment.start_block = moved.start_block`;

const COPY_SEGMENTS = `
COPY proof_segment (definition_set, subject, definition, object, start_block, end_block, interval_start, value, reference_block,
                    proof_hash, template, packed_proof, proof, position, evaluated_at) FROM STDIN BINARY`;

const COPY_EVENTS = `
COPY fact_event_row (position, definition_set, kind, block_number, subject, definition, object, proof_hash) FROM STDIN BINARY`;

interface SegmentRow {
  readonly subject: Address;
  readonly definition: number;
  readonly object: string;
  readonly start_block: number;
  readonly end_block: number | null;
  readonly interval_start: number;
  readonly value: string | null;
  readonly reference_block: number;
  readonly proof_hash: string;
}

/** The stored segments of addresses. */
export async function segmentsOf(
  tx: PoolClient,
  subjects: readonly Address[],
  { set, definitionOf }: EngineNumbers,
): Promise<BySubject<Segment>> {
  const { rows } = await tx.query<SegmentRow>({
    name: 'segments of subjects',
    text: SEGMENTS_OF,
    values: [set, subjects.map(fromHex)],
    types: JSON_READY,
  });
  const found: BySubject<Segment> = new Map();
  for (const row of rows) {
    into(found, row.subject, definitionOf.get(row.definition)!, {
      object: row.object === '0x' ? '' : row.object,
      start: row.start_block,
      ...(row.end_block === null ? {} : { end: row.end_block }),
      intervalStart: row.interval_start,
      ...(row.value === null ? {} : { value: row.value }),
      referenceBlock: row.reference_block,
      proofHash: `sha256:${row.proof_hash.slice(2)}`,
    });
  }
  return found;
}

/** Position and time that claims are written with. */
interface WrittenAt {
  /** Position of the last fact event. */
  readonly position: number;
  /** Unix seconds. */
  readonly evaluatedAt: number;
}

/** Writes claim changes. */
export async function writeClaims(
  tx: PoolClient,
  copies: EngineCopies,
  changes: readonly ClaimChange[],
  numbers: EngineNumbers,
  { position, evaluatedAt }: WrittenAt,
): Promise<void> {
  await removeSegments(tx, changes, numbers);
  await moveEnds(tx, changes, numbers);
  const { segments: segmentRows, events: eventRows } = copies;
  segmentRows.clear();
  eventRows.clear();
  const packed = packProofs(changes, await eventsOf(tx, changes.filter(hasTexts)));
  await numberProofTemplates(
    tx,
    numbers,
    [...packed.values()].map(({ template }) => template),
    givenTemplates(changes),
  );
  let last = position;
  for (const { subject, definition, added, events } of changes) {
    const subjectBytes = fromHex(subject);
    const number = numbers.definitions[definition]!;
    // Segments stand for the events that they begin with.
    const begun = new Set(added.map(({ object, start }) => `${object} ${start}`));
    const positions = new Map<string, number>();
    for (const { kind, block, object, proofHash } of events) {
      last += 1;
      if (proofHash !== undefined && begun.has(`${object} ${block}`)) {
        positions.set(`${object} ${block}`, last);
        continue;
      }
      eventRows
        .row()
        .int8(last)
        .int2(numbers.set)
        .text(kind)
        .int8(block)
        .bytea(subjectBytes)
        .int2(number)
        .bytea(fromHex(object))
        .bytea(proofHash === undefined ? undefined : hashBytes(proofHash));
    }
    for (const segment of added) {
      const proof = packed.get(segment);
      const template = proof && numbers.proofTemplates.get(proof.template);
      segmentRows
        .row()
        .int2(numbers.set)
        .bytea(subjectBytes)
        .int2(number)
        .bytea(fromHex(segment.object))
        .int4(segment.start)
        .int4(segment.end)
        .int4(segment.intervalStart)
        .text(segment.value)
        .int4(segment.referenceBlock)
        .bytea(hashBytes(segment.proofHash))
        .int4(template)
        .bytea(template === undefined ? undefined : proof!.values)
        .text(template === undefined ? (segment.proof as string) : undefined)
        .int8(positions.get(`${segment.object} ${segment.start}`)!)
        .int8(evaluatedAt);
    }
  }
  if (eventRows.rows > 0) await copyInto(tx, COPY_EVENTS, eventRows.finish());
  if (segmentRows.rows > 0) await copyInto(tx, COPY_SEGMENTS, segmentRows.finish());
  await writeUndecided(tx, changes, numbers);
}

async function removeSegments(
  tx: PoolClient,
  changes: readonly ClaimChange[],
  { set, definitions }: EngineNumbers,
): Promise<void> {
  const gone = changes.flatMap(({ subject, definition, removed }) =>
    removed.map((segment) => ({ subject, definition, segment })),
  );
  if (gone.length === 0) return;
  await tx.query({
    name: 'remove segments',
    text: REMOVE_SEGMENTS,
    values: [
      set,
      gone.map(({ subject }) => fromHex(subject)),
      gone.map(({ definition }) => definitions[definition]),
      gone.map(({ segment }) => fromHex(segment.object)),
      gone.map(({ segment }) => segment.start),
    ],
  });
}

async function moveEnds(
  tx: PoolClient,
  changes: readonly ClaimChange[],
  { set, definitions }: EngineNumbers,
): Promise<void> {
  const ends = changes.flatMap(({ subject, definition, moved }) =>
    moved.map((one) => ({ subject, definition, ...one })),
  );
  if (ends.length === 0) return;
  await tx.query({
    name: 'move ends of segments',
    text: MOVE_ENDS,
    values: [
      set,
      ends.map(({ subject }) => fromHex(subject)),
      ends.map(({ definition }) => definitions[definition]),
      ends.map(({ segment }) => fromHex(segment.object)),
      ends.map(({ segment }) => segment.start),
      ends.map(({ end }) => end ?? null),
    ],
  });
}

function hashBytes(proofHash: string): Buffer {
  return Buffer.from(proofHash.slice('sha256:'.length), 'hex');
}
