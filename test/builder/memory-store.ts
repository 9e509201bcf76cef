import type { FactRow } from '../../src/evaluation/fact/fact-row.js';
import type {
  ClaimChange,
  CrossRead,
  EngineChanges,
  EngineStore,
  Read,
  RegisterKey,
  StoredAnswer,
  StoredSubject,
  Want,
} from '../../src/evaluation/run/engine-store.js';
import type { NewSegment, Period } from '../../src/evaluation/run/segment.js';
import type { BlockRange, BlockRanges } from '../../src/kernel/interval/block-range.js';

/** One stored segment with whose it is. */
export interface KeptSegment extends NewSegment {
  readonly subject: string;
  readonly definition: number;
}

interface KeptPeriod extends Period {
  readonly subject: string;
  readonly definition: number;
}

/** The engine's store without a database, for simulations of many thousand blocks. Nothing can fail in it. */
export class MemoryStore implements EngineStore {
  #facts = new Map<string, FactRow[]>();
  #segments = new Map<string, KeptSegment[]>();
  readonly #undecided = new Map<string, KeptPeriod[]>();
  wants: Want[] = [];
  readonly answers: (StoredAnswer & { readonly subject: string })[] = [];
  readonly hashes = new Map<number, string>();
  readonly #crossReads = new Map<string, CrossRead>();
  #ranges: ReadonlyMap<string, BlockRanges> = new Map();
  coverage: EngineChanges['coverage'] | undefined;

  constructor(
    private readonly isLoadedByKey: (source: number) => boolean,
    private readonly isCode: (source: number) => boolean,
  ) {}

  get facts(): FactRow[] {
    return [...this.#facts.values()].flat();
  }

  get segments(): KeptSegment[] {
    return [...this.#segments.values()].flat();
  }

  get undecided(): KeptPeriod[] {
    return [...this.#undecided.values()].flat();
  }

  async ranges(): Promise<ReadonlyMap<string, BlockRanges>> {
    return this.#ranges;
  }

  async subjects(addresses: readonly string[]): Promise<ReadonlyMap<string, StoredSubject>> {
    const wanted = new Set(addresses);
    const found = new Map(
      addresses.map((address) => [
        address,
        {
          rows: [] as FactRow[],
          segments: new Map<number, NewSegment[]>(),
          undecided: new Map<number, Period[]>(),
          answers: [] as StoredAnswer[],
        },
      ]),
    );
    for (const [address, { rows, segments, undecided }] of found) {
      for (const row of this.#facts.get(address) ?? []) if (!this.isLoadedByKey(row.source)) rows.push(row);
      for (const { subject: _, definition, ...segment } of this.#segments.get(address) ?? [])
        listIn(segments, definition).push(segment);
      for (const { subject: _, definition, ...period } of this.#undecided.get(address) ?? [])
        listIn(undecided, definition).push(period);
    }
    for (const { subject, ...answer } of this.answers)
      if (wanted.has(subject)) found.get(subject)!.answers.push(answer);
    return found;
  }

  async keys(keys: readonly RegisterKey[]): Promise<FactRow[][]> {
    return keys.map((wanted) =>
      (this.#facts.get(wanted.subject) ?? []).filter(
        ({ source, key }) => source === wanted.source && key === wanted.key,
      ),
    );
  }

  async subjectsIn({ fromBlock, toBlock }: BlockRange): Promise<string[]> {
    const isIn = (block: number) => block >= fromBlock && block <= toBlock;
    return [
      ...new Set([
        ...this.facts.filter(({ block }) => isIn(block)).map(({ subject }) => subject),
        ...[...this.segments, ...this.undecided]
          .filter(({ start }) => isIn(start))
          .map(({ subject }) => subject),
      ]),
    ];
  }

  async crossReaders(reads: readonly Read[]): Promise<CrossRead[]> {
    const wanted = new Set(reads.map(({ of, what }) => `${of} ${what}`));
    return [...this.#crossReads.values()].filter(({ of, what }) => wanted.has(`${of} ${what}`));
  }

  async readersOf(addresses: readonly string[]): Promise<CrossRead[]> {
    const wanted = new Set(addresses);
    return [...this.#crossReads.values()].filter(({ of }) => wanted.has(of));
  }

  async blockHashes(numbers: readonly number[]): Promise<string[]> {
    return numbers.map((number) => this.hashes.get(number)!);
  }

  async write({
    facts = [],
    claims = [],
    crossReads = [],
    wants = [],
    coverage,
  }: Partial<EngineChanges>): Promise<void> {
    for (const row of facts) listIn(this.#facts, row.subject).push(row);
    for (const claim of claims) this.#writeClaim(claim);
    for (const read of crossReads)
      this.#crossReads.set(`${read.of} ${read.what} ${read.subject} ${read.definition}`, read);
    this.wants.push(...wants);
    if (coverage) {
      this.coverage = coverage;
      this.#ranges = coverage.ranges;
    }
  }

  #writeClaim({ subject, definition, removed, moved, added, undecided }: ClaimChange): void {
    const segments = listIn(this.#segments, subject);
    const find = (object: string, start: number) =>
      segments.findIndex(
        (one) => one.definition === definition && one.object === object && one.start === start,
      );
    for (const { object, start } of removed) segments.splice(mustFind(find(object, start)), 1);
    for (const { segment, end } of moved) {
      const at = mustFind(find(segment.object, segment.start));
      const { end: _end, ...kept } = segments[at]!;
      segments[at] = end === undefined ? kept : { ...kept, end };
    }
    for (const segment of added) {
      if (find(segment.object, segment.start) !== -1) throw new Error('a segment is stored twice');
      segments.push({ ...segment, subject, definition });
    }
    const periods = listIn(this.#undecided, subject);
    const findPeriod = (start: number) =>
      periods.findIndex((one) => one.definition === definition && one.start === start);
    for (const { start } of undecided?.removed ?? []) periods.splice(mustFind(findPeriod(start)), 1);
    for (const period of undecided?.added ?? []) periods.push({ ...period, subject, definition });
  }

  async unwind(from: number, to: number): Promise<string[]> {
    const isGone = (block: number) => block >= from && block <= to;
    const untold = this.facts
      .filter(({ block, opening, source }) => isGone(block) && (opening || this.isCode(source)))
      .map(({ subject }) => subject);
    for (const [subject, rows] of this.#facts)
      this.#facts.set(
        subject,
        rows.filter(({ block }) => !isGone(block)),
      );
    for (const [subject, segments] of this.#segments)
      this.#segments.set(subject, reopened(segments, from, to));
    for (const [subject, periods] of this.#undecided)
      this.#undecided.set(subject, reopened(periods, from, to));
    this.wants = this.wants.filter(({ block }) => !isGone(block));
    for (let at = this.answers.length - 1; at >= 0; at--)
      if (isGone(this.answers[at]!.block)) this.answers.splice(at, 1);
    return [...new Set(untold)];
  }
}

function reopened<One extends Period>(all: readonly One[], from: number, to: number): One[] {
  return all
    .filter(({ start }) => start < from || start > to)
    .map((one) => {
      if (one.start >= from || one.end === undefined || one.end < from - 1 || one.end > to) return one;
      const { end: _end, ...open } = one;
      return open as One;
    });
}

function listIn<Key, One>(lists: Map<Key, One[]>, key: Key): One[] {
  let list = lists.get(key);
  if (!list) {
    list = [];
    lists.set(key, list);
  }
  return list;
}

function mustFind(at: number): number {
  if (at === -1) throw new Error('what is to be changed is not stored');
  return at;
}
