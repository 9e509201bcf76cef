import type { Catalog } from '../../definition/catalog/definition.js';
import type { BlockRange, BlockRanges } from '../../kernel/interval/block-range.js';
import type { ClaimChange, DefinitionIndex, EngineStore } from './engine-store.js';
import { Findings } from './findings.js';
import { Notes } from './notes.js';
import type { NewSegment, Period, Segment } from './segment.js';
import { type Piece, splice } from './splice.js';
import { sweep } from './sweep.js';
import type { Triggers } from './triggers.js';
import type { Dirty, Work } from './work.js';
import type { World } from './world.js';

export interface Parts {
  readonly store: EngineStore;
  readonly world: World;
  readonly triggers: Triggers;
  readonly catalog: Catalog;
  /** Where a definition can be judged. */
  readonly rangesOf: (definition: DefinitionIndex) => BlockRanges;
}

/** How much one step had to judge. */
export interface Figures {
  /** Definitions asked of a subject. */
  pairs: number;
  /** Blocks they were asked at. */
  evaluations: number;
  /** Proof segments that began. */
  proofs: number;
}

/** Judges until nothing is left to judge: whatever rests on a claim that changed is judged again, and only that. */
export async function judge(work: Work, parts: Parts): Promise<Figures> {
  const figures: Figures = { pairs: 0, evaluations: 0, proofs: 0 };
  const findings = new Findings();
  for (let items = work.take(); items.length > 0; items = work.take()) {
    await new Pass(work, parts, findings, figures).run(items);
  }
  await findings.write(parts.store);
  return figures;
}

interface Task extends Dirty {
  readonly range: BlockRange;
}

/** The judgements of one stratum: none of them rests on another of them. */
class Pass {
  readonly #notes = new Notes();
  /** Claims of these changed, from these blocks on. */
  readonly #changed: { readonly definition: number; readonly subject: string; from: number; to: number }[] =
    [];

  constructor(
    private readonly work: Work,
    private readonly parts: Parts,
    private readonly findings: Findings,
    private readonly figures: Figures,
  ) {}

  async run(items: readonly Dirty[]): Promise<void> {
    const { store, world } = this.parts;
    await world.states(
      items.map(({ subject }) => subject),
      store,
    );
    let tasks: Task[] = [];
    for (const item of items) this.#addTasks(item, tasks);
    while (tasks.length > 0) {
      const waiting: Task[] = [];
      for (const task of tasks) {
        const pieces = sweep(
          world.definition(task.definition),
          task.subject,
          world,
          task.range,
          Math.max(task.from, task.range.fromBlock),
          this.#notes,
        );
        if (pieces === undefined) waiting.push(task);
        else this.#settle(task, pieces);
        this.#notes.clear();
      }
      if (waiting.length > 0 && !(await world.load(store)))
        throw new Error(`nothing to load for ${waiting.length} judgements`);
      tasks = waiting;
    }
    await this.#spread();
  }

  /** A definition is judged in each of its ranges that the change reaches, unless nothing can come of it. */
  #addTasks({ definition, subject, from, to }: Dirty, tasks: Task[]): void {
    const { world, rangesOf } = this.parts;
    const state = world.subject(subject)!;
    for (const range of rangesOf(definition)) {
      if (range.fromBlock > to || range.toBlock < from) continue;
      if (world.hasProspects(definition, state, range)) tasks.push({ definition, subject, from, to, range });
      else if (from <= range.fromBlock) world.noteJudged(definition, state, range);
    }
  }

  #settle(task: Task, pieces: readonly Piece[]): void {
    const { definition, subject, range } = task;
    const { world } = this.parts;
    const { wants, crossReads, unjudged } = this.#notes;
    for (const { of, what } of crossReads) this.findings.addCrossRead({ of, what, subject, definition });
    if (unjudged.length > 0) {
      for (const { id, address } of unjudged)
        this.work.add(world.indexOf(id), address, range.fromBlock, range.toBlock);
      this.work.add(definition, subject, task.from, task.to);
      return;
    }
    for (const want of wants) this.findings.addWant(want);
    this.figures.pairs += 1;
    this.figures.evaluations += pieces.length;
    const state = world.subject(subject)!;
    if (task.from <= range.fromBlock) world.noteJudged(definition, state, range);
    const spliced = splice(
      pieces,
      within(state.segments.get(definition), range),
      within(state.undecided.get(definition), range),
    );
    if (spliced === undefined) return;
    const { change, from } = spliced;
    this.figures.proofs += change.added.length;
    this.findings.addClaim({ subject, definition, ...change });
    state.segments.set(definition, changedSegments(state.segments.get(definition), change));
    if (change.undecided) {
      const { removed, added } = change.undecided;
      state.undecided.set(definition, [
        ...(state.undecided.get(definition) ?? []).filter((period) => !removed.includes(period)),
        ...added,
      ]);
    }
    this.#changed.push({ definition, subject, from, to: range.toBlock });
  }

  /** Whoever rests on a changed claim is dirty from where it changed. */
  async #spread(): Promise<void> {
    const { store, world, triggers } = this.parts;
    const ofOthers = new Map<string, { readonly from: number; readonly to: number }>();
    for (const { definition, subject, from, to } of this.#changed) {
      const { id } = world.definition(definition);
      for (const dependent of triggers.dependentsOf(id)) this.work.add(dependent, subject, from, to);
      if (!triggers.isAskedOfOthers(id)) continue;
      // It may have changed in several ranges.
      const known = ofOthers.get(`${subject} ${id}`) ?? { from, to };
      ofOthers.set(`${subject} ${id}`, { from: Math.min(known.from, from), to: Math.max(known.to, to) });
    }
    if (ofOthers.size === 0) return;
    const reads = [...ofOthers.keys()].map((key) => ({ of: key.slice(0, 42), what: key.slice(43) }));
    for (const { of, what, subject, definition } of await this.findings.crossReaders(reads, store)) {
      const { from, to } = ofOthers.get(`${of} ${what}`)!;
      this.work.add(definition, subject, from, to);
    }
  }
}

const NONE: readonly never[] = [];

function within<One extends Period>(all: readonly One[] | undefined, range: BlockRange): readonly One[] {
  return all?.filter(({ start }) => start >= range.fromBlock && start <= range.toBlock) ?? NONE;
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
