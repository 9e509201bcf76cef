import type { PoolClient } from 'pg';
import type { Binding } from '../../definition/binding/binding.js';
import type { Catalog } from '../../definition/model/definition.js';
import type { SourceId } from '../../definition/model/predicate.js';
import type { VerifiedBlock } from '../../domain/chain/record/block.js';
import type { ChainEvent, PriceImported, QueueSampled } from '../../domain/event/chain-event.js';
import { consecutive } from '../../domain/interval/consecutive.js';
import { ChainLog } from '../../event-store/chain-log.js';
import { decodeEvent } from '../../event-store/event-codec.js';
import type { InitialStateRows } from '../facts/initial-state-rows.js';
import { coverageOf } from '../model/covered.js';
import type { Engine } from '../scheduler/engine.js';
import { deleteClaims } from '../store/delete-claims.js';
import type { EngineNumbers } from '../store/engine-numbers.js';
import type { PostgresStore } from '../store/postgres-store.js';
import { hasItsFacts, publish, serveSet } from '../store/publish.js';
import { Candidates } from './candidates.js';
import type { Changes } from './changes.js';
import type { ServedChanges } from './served-changes.js';
import { servedSetId } from './stored-set.js';

/** The next step of a re-evaluation. */
export type Step =
  /** Copies the claims of subjects that begin with a byte. */
  | { readonly do: 'copy'; readonly byte: number }
  /** Deletes the facts of sources that were extracted with other registries. */
  | { readonly do: 'forget' }
  /** Reads events of the log after a position, for fact sources without facts. */
  | { readonly do: 'read'; readonly after: number }
  /** Evaluates the subjects of a change that follow one. */
  | { readonly do: 'judge'; readonly change: number; readonly after: string; readonly judged: number };

const BYTES = 256;
const EVENTS_AT_ONCE = 50;
const SUBJECTS_AT_ONCE = 500;

const SEGMENT_COLUMNS =
  'subject, definition, object, start_block, end_block, interval_start, value, reference_block, proof_hash, template, packed_proof, proof, position, evaluated_at';
const COPY_SEGMENTS = `
INSERT INTO proof_segment (definition_set, ${SEGMENT_COLUMNS})
SELECT $1, ${SEGMENT_COLUMNS} FROM proof_segment
WHERE definition_set = $2 AND definition = ANY($3) AND subject >= $4 AND subject < $5`;

const COPY_UNDECIDED = `
INSERT INTO undecided_interval (definition_set, start_block, end_block, subject, definitions)
SELECT $1, start_block, end_block, subject, kept.definitions
FROM undecided_interval
CROSS JOIN LATERAL (
  SELECT array_agg(definition ORDER BY definition) AS definitions FROM unnest(definitions) AS definition WHERE definition = ANY($3::int2[])
) kept
WHERE definition_set = $2 AND subject >= $4 AND subject < $5 AND kept.definitions IS NOT NULL`;

interface Progress {
  readonly old_set: number;
  readonly position: number;
  readonly step: Step;
}

export interface ReevaluationParts {
  readonly engine: Engine;
  readonly catalog: Catalog;
  readonly bindings: ReadonlyMap<string, Binding>;
  readonly changes: ServedChanges;
  readonly initialStates: InitialStateRows;
  readonly numbers: EngineNumbers;
  readonly store: PostgresStore;
}

/**
 * Brings claims from the served set to another one: copies claims, reads missing fact sources from the log,
 * and re-evaluates what changed. Each step is one transaction; the last one switches.
 *
 * INVARIANT: the stored sources of a set are those whose facts were extracted with its registries. All sets
 * share the facts, so a set that deletes some takes their sources from all other sets. If it is given up, the
 * set that is served next reads them again.
 *
 * @returns a description of the step; undefined when the set is served
 */
export async function reevaluate(tx: PoolClient, parts: ReevaluationParts): Promise<string | undefined> {
  const { catalog, bindings, numbers, store } = parts;
  const served = await servedSetId(tx);
  if (served === undefined) {
    await publish(tx, catalog, bindings, numbers);
    await serveSet(tx, numbers.set);
    return undefined;
  }
  if (served === numbers.set && (await hasItsFacts(tx, numbers.set, catalog))) return undefined;
  const progress = await progressOf(tx, served, parts);
  const [next, said] = await new Steps(tx, parts, progress).take();
  if (next) {
    await tx.query('UPDATE reevaluation SET step = $2 WHERE definition_set = $1', [numbers.set, next]);
    return said;
  }
  await store.write({ coverage: coverageOf(catalog, await store.ranges()) });
  await publish(tx, catalog, bindings, numbers);
  await serveSet(tx, numbers.set);
  await tx.query('DELETE FROM reevaluation WHERE definition_set = $1', [numbers.set]);
  return undefined;
}

/** The stored progress; the first step if blocks were evaluated under the old set since it was stored. */
async function progressOf(
  tx: PoolClient,
  oldSet: number,
  { catalog, bindings, numbers, changes }: ReevaluationParts,
): Promise<Progress> {
  const { rows } = await tx.query<{ position: number }>(
    "SELECT position FROM checkpoint WHERE reader = 'evaluation'",
  );
  const position = rows[0]?.position ?? 0;
  const known = await tx.query<Progress>(
    'SELECT old_set, position, step FROM reevaluation WHERE definition_set = $1',
    [numbers.set],
  );
  const [progress] = known.rows;
  if (!progress) changes.reset();
  if (progress && progress.old_set === oldSet && progress.position === position) return progress;
  await tx.query('DELETE FROM reevaluation WHERE definition_set = $1', [numbers.set]);
  const isServed = oldSet === numbers.set;
  if (!isServed) {
    await deleteClaims(tx, numbers.set);
    await publish(tx, catalog, bindings, numbers);
  }
  const step: Step = isServed ? { do: 'forget' } : { do: 'copy', byte: 0 };
  await tx.query(
    'INSERT INTO reevaluation (definition_set, old_set, position, step) VALUES ($1, $2, $3, $4)',
    [numbers.set, oldSet, position, step],
  );
  return { old_set: oldSet, position, step };
}

class Steps {
  constructor(
    private readonly tx: PoolClient,
    private readonly parts: ReevaluationParts,
    private readonly progress: Progress,
  ) {}

  /** Takes one step. Returns the next one, and what this one did, in words. */
  take(): Promise<readonly [Step | undefined, string]> {
    const { step } = this.progress;
    if (step.do === 'copy') return this.#copy(step.byte);
    if (step.do === 'forget') return this.#forget();
    return step.do === 'read' ? this.#read(step.after) : this.#evaluate(step);
  }

  #changes(): Promise<Changes> {
    return this.parts.changes.since(this.tx, this.progress.old_set);
  }

  async #copy(byte: number): Promise<readonly [Step, string]> {
    const { numbers } = this.parts;
    const values = [
      numbers.set,
      this.progress.old_set,
      numbers.definitions,
      Buffer.of(byte),
      // Above every address that begins with the byte.
      Buffer.concat([Buffer.of(byte), Buffer.alloc(20, 0xff)]),
    ];
    await this.tx.query(COPY_SEGMENTS, values);
    await this.tx.query(COPY_UNDECIDED, values);
    const said = `copying claims: ${byte + 1} of ${BYTES} parts`;
    return [byte + 1 < BYTES ? { do: 'copy', byte: byte + 1 } : { do: 'forget' }, said];
  }

  async #forget(): Promise<readonly [Step, string]> {
    const { numbers } = this.parts;
    const { unread } = await this.#changes();
    if (unread.length === 0) return [FIRST_EVALUATED, 'all facts are of these registries'];
    // Sources that were never read have no rows. Code is looked up by the kind of its source, so rows of
    // another code analysis would count as well.
    const { rows: others } = await this.tx.query<{ id: number }>(
      `SELECT id FROM fact_source WHERE text LIKE '{"kind":"code"%' AND id <> ALL($1)`,
      [numbers.sources],
    );
    const forgotten = [...unread.map((source) => numbers.sources[source]!), ...others.map(({ id }) => id)];
    await this.tx.query('DELETE FROM fact WHERE source = ANY($1)', [forgotten]);
    await this.tx.query('DELETE FROM set_source WHERE source = ANY($1) AND definition_set <> $2', [
      forgotten,
      numbers.set,
    ]);
    // Other sets under way have read facts that are now deleted.
    await this.tx.query('DELETE FROM reevaluation WHERE definition_set <> $1', [numbers.set]);
    return [{ do: 'read', after: 0 }, `forgetting the facts of ${forgotten.length} fact sources`];
  }

  async #read(after: number): Promise<readonly [Step, string]> {
    const { engine, store } = this.parts;
    const sources = new Set((await this.#changes()).unread);
    const events = (await new ChainLog(this.tx).after(after, EVENTS_AT_ONCE))
      .filter(({ position }) => position <= this.progress.position)
      .map(decodeEvent);
    const last = events[events.length - 1];
    if (!last) return [FIRST_EVALUATED, 'reading the log: done'];
    const canonical = await this.#canonical(events);
    for (const blocks of consecutive(canonical.flatMap(blockOf))) await engine.extend(store, blocks, sources);
    await engine.learn(
      store,
      this.#initialRows(canonical, sources),
      [],
      this.#provenRows(canonical, sources),
    );
    const said = `reading the log for ${sources.size} fact sources: ${last.position} of ${this.progress.position} events`;
    return [{ do: 'read', after: last.position }, said];
  }

  /** The events about blocks that are canonical. */
  async #canonical(events: readonly ChainEvent[]): Promise<readonly BlockEvent[]> {
    const ofBlocks = events.filter(isOfBlock);
    const { rows } = await this.tx.query<{ hash: string }>(
      "SELECT encode(hash, 'hex') AS hash FROM canonical_block WHERE number = ANY($1)",
      [ofBlocks.map(numberOf)],
    );
    const hashes = new Set(rows.map(({ hash }) => hash));
    return ofBlocks.filter((event) => hashes.has(hashOf(event).toString('hex')));
  }

  #initialRows(events: readonly BlockEvent[], sources: ReadonlySet<SourceId>) {
    return events.flatMap((event) => {
      if (event.kind !== 'ReadRecorded') return [];
      const rows = event.reads.flatMap((read) => this.parts.initialStates.of(read, event.number));
      return rows.filter(({ source }) => sources.has(source));
    });
  }

  #provenRows(events: readonly BlockEvent[], sources: ReadonlySet<SourceId>) {
    const recorded = events.flatMap((event) => (event.kind === 'ReadRecorded' ? [event] : []));
    return this.parts.initialStates.proven(recorded).filter(({ source }) => sources.has(source));
  }

  async #evaluate(step: Extract<Step, { do: 'judge' }>): Promise<readonly [Step | undefined, string]> {
    const { catalog, engine, numbers, store } = this.parts;
    const { changes } = await this.#changes();
    const change = changes[step.change];
    if (!change) return [undefined, 'done'];
    const candidates = new Candidates(catalog, engine.triggers, numbers);
    const subjects = await candidates.after(this.tx, numbers.set, change, step.after, SUBJECTS_AT_ONCE);
    const { definition } = change;
    await engine.reevaluate(
      store,
      subjects.map((subject) => ({ definition, subject })),
    );
    const evaluated = step.judged + subjects.length;
    const { id } = catalog.definitions[definition]!;
    const said = `evaluating ${id}, ${step.change + 1} of ${changes.length}: ${evaluated} subjects`;
    if (subjects.length < SUBJECTS_AT_ONCE) return [{ ...FIRST_EVALUATED, change: step.change + 1 }, said];
    return [{ ...step, after: subjects[subjects.length - 1]!, judged: evaluated }, said];
  }
}

const FIRST_EVALUATED = { do: 'judge', change: 0, after: '0x', judged: 0 } as const;

function blockOf(event: ChainEvent): readonly VerifiedBlock[] {
  return event.kind === 'BlockAppended' ? [event.block] : [];
}

type BlockEvent = Exclude<ChainEvent, PriceImported | QueueSampled>;

function isOfBlock(event: ChainEvent): event is BlockEvent {
  return event.kind !== 'PriceImported' && event.kind !== 'QueueSampled';
}

function numberOf(event: BlockEvent): number {
  return event.kind === 'BlockAppended' ? event.block.header.number : event.number;
}

function hashOf(event: BlockEvent): Buffer {
  return event.kind === 'BlockAppended' ? event.block.hash : event.hash;
}
