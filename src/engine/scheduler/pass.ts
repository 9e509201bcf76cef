import type { Address } from '../../domain/chain/hex.js';
import type { BlockRange, BlockRanges } from '../../domain/interval/block-range.js';
import type { ClaimChange, DefinitionIndex, EngineStore } from '../model/engine-store.js';
import type { NewSegment, Segment, UndecidedInterval } from '../model/segment.js';
import type { TriggerIndex } from '../model/trigger-index.js';
import { diffSegments, type EvaluatedSpan } from '../segments/diff-segments.js';
import { SegmentBound } from '../segments/segment-bound.js';
import type { WriteBatch } from '../segments/write-batch.js';
import { ChangedKeys } from './changed-keys.js';
import type { DirtyQueue, DirtyRange } from './dirty-queue.js';
import { evaluateRange } from './evaluate-range.js';
import { EvaluationTrace } from './evaluation-trace.js';
import { Needs } from './needs.js';
import { spreadClaim } from './spread.js';
import type { SubjectCache } from './subject-cache.js';

/** What evaluations need. */
export interface Parts {
  readonly store: EngineStore;
  readonly cache: SubjectCache;
  readonly triggers: TriggerIndex;
  /** Ranges in which a definition can be evaluated. */
  readonly rangesOf: (definition: DefinitionIndex) => BlockRanges;
  /** How many proof segments a definition begins about one subject in a range. */
  readonly mostSegments: number;
}

/** Counts of one step. */
export interface Figures {
  /** Pairs of a definition and a subject that were evaluated. */
  pairs: number;
  /** Spans of blocks with one result, summed over the pairs. */
  evaluations: number;
  /** Proof segments that began. */
  proofs: number;
}

/** Takes what evaluations find. */
export type EvaluationSink = Pick<WriteBatch, 'addClaim' | 'addDependency' | 'addStateRead'>;

interface Task extends DirtyRange {
  readonly range: BlockRange;
}

/** The evaluations of one stratum: they do not depend on one another. */
export class Pass {
  readonly #trace = new EvaluationTrace();
  /** Definitions and subjects whose claims changed, with the blocks of the change. */
  readonly #changed: { readonly definition: number; readonly subject: Address; from: number; to: number }[] =
    [];

  constructor(
    private readonly queue: Pick<DirtyQueue, 'add'>,
    private readonly parts: Parts,
    private readonly found: EvaluationSink,
    private readonly figures: Figures,
  ) {}

  /**
   * @returns the claims that changed, for dependents of other subjects; those of the same subject are marked
   * here
   */
  async run(items: readonly DirtyRange[]): Promise<ChangedKeys> {
    const { store, cache } = this.parts;
    await cache.loadSubjects(
      items.map(({ subject }) => subject),
      store,
    );
    let tasks: Task[] = [];
    for (const item of items) this.#addTasks(item, tasks);
    while (tasks.length > 0) {
      const waiting: Task[] = [];
      const needs = new Needs();
      for (const task of tasks) {
        const spans = this.#evaluate(task);
        if (spans === undefined) {
          waiting.push(task);
          needs.add(this.#trace.needs);
        } else this.#finish(task, spans);
        this.#trace.clear();
      }
      await cache.load(needs, store);
      tasks = waiting;
    }
    return this.#spread();
  }

  /** A definition is evaluated in each of its ranges that the change reaches, unless the prefilter excludes it. */
  #addTasks({ definition, subject, from, to }: DirtyRange, tasks: Task[]): void {
    const { cache, rangesOf } = this.parts;
    const state = cache.subject(subject)!;
    for (const range of rangesOf(definition)) {
      if (range.fromBlock > to || range.toBlock < from) continue;
      if (cache.mayHold(definition, state, range)) tasks.push({ definition, subject, from, to, range });
      else if (from <= range.fromBlock) cache.noteEvaluated(definition, state, range);
    }
  }

  #evaluate({ definition, subject, range, from: wanted }: Task): readonly EvaluatedSpan[] | undefined {
    const { cache, mostSegments } = this.parts;
    const from = Math.max(wanted, range.fromBlock);
    const stored = within(cache.subject(subject)!.segments.get(definition), range);
    const bound = new SegmentBound(stored, from, mostSegments);
    return evaluateRange(cache.definition(definition), subject, cache, range, from, bound, this.#trace);
  }

  #finish(task: Task, spans: readonly EvaluatedSpan[]): void {
    const { definition, subject, range } = task;
    const { cache } = this.parts;
    const { stateReads, dependencies, unevaluated } = this.#trace;
    for (const read of dependencies) this.found.addDependency(read, subject, definition);
    if (unevaluated.length > 0) {
      for (const { id, address } of unevaluated)
        this.queue.add(cache.indexOf(id), address, range.fromBlock, range.toBlock);
      this.queue.add(definition, subject, task.from, task.to);
      return;
    }
    for (const read of stateReads) if (cache.isNewRead(read)) this.found.addStateRead(read);
    this.figures.pairs += 1;
    this.figures.evaluations += spans.length;
    const state = cache.subject(subject)!;
    if (task.from <= range.fromBlock) cache.noteEvaluated(definition, state, range);
    const diff = diffSegments(
      spans,
      within(state.segments.get(definition), range),
      within(state.undecided.get(definition), range),
    );
    if (diff === undefined) return;
    const { change, from } = diff;
    this.figures.proofs += change.added.length;
    this.found.addClaim({ subject, definition, ...change });
    state.setSegments(definition, changedSegments(state.segments.get(definition), change));
    if (change.undecided) {
      const { removed, added } = change.undecided;
      const kept = (state.undecided.get(definition) ?? NONE).filter((one) => !removed.includes(one));
      state.setUndecided(definition, kept.length === 0 ? added : [...kept, ...added]);
    }
    this.#changed.push({ definition, subject, from, to: range.toBlock });
  }

  /** Dependents of a changed claim are dirty from the block of the change. */
  #spread(): ChangedKeys {
    const { cache, triggers } = this.parts;
    const ofOthers = new ChangedKeys();
    for (const { definition, subject, from, to } of this.#changed) {
      const { id } = cache.definition(definition);
      spreadClaim({ subject, id, from, to }, triggers, this.queue, ofOthers);
    }
    return ofOthers;
  }
}

const NONE: readonly never[] = [];

function within<One extends UndecidedInterval>(
  all: readonly One[] | undefined,
  { fromBlock, toBlock }: BlockRange,
): readonly One[] {
  if (all === undefined) return NONE;
  // Nearly always everything is in one range, and needs no copy.
  for (const { start } of all)
    if (start < fromBlock || start > toBlock)
      return all.filter((one) => one.start >= fromBlock && one.start <= toBlock);
  return all;
}

function changedSegments(
  all: readonly Segment[] = [],
  { removed, moved, added }: Pick<ClaimChange, 'removed' | 'moved' | 'added'>,
): readonly Segment[] {
  const begun = added.map(withoutProof);
  if (removed.length + moved.length === 0) return all.length === 0 ? begun : [...all, ...begun];
  const ends = new Map(moved.map(({ segment, end }) => [segment, end]));
  const kept = all
    .filter((segment) => !removed.includes(segment))
    .map((segment) => (ends.has(segment) ? withEnd(segment, ends.get(segment)) : segment));
  return [...kept, ...begun];
}

/** The text is stored; nothing here reads it again. */
function withoutProof({ proof: _proof, ...segment }: NewSegment): Segment {
  return segment;
}

function withEnd({ end: _end, ...segment }: Segment, end: number | undefined): Segment {
  return end === undefined ? segment : { ...segment, end };
}
