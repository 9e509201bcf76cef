import type { Address } from '../../src/domain/chain/hex.js';
import type { BlockRange, BlockRanges } from '../../src/domain/interval/block-range.js';
import type { BlockRecords } from '../../src/engine/model/block-records.js';
import type {
  ClaimChange,
  Dependency,
  DependencyKey,
  EngineChanges,
  EngineStore,
  RequestedRead,
  SourceKey,
  StoredReadResult,
  StoredSubject,
  ViewChange,
} from '../../src/engine/model/engine-store.js';
import type { FactRow } from '../../src/engine/model/fact-row.js';
import type { NewSegment, UndecidedInterval } from '../../src/engine/model/segment.js';
import { withoutResult } from '../../src/engine/model/view-rows.js';

/** A stored segment with its subject and definition. */
export interface KeptSegment extends Omit<NewSegment, 'proof'> {
  readonly proof: string;
  readonly subject: string;
  readonly definition: number;
}

interface KeptInterval extends UndecidedInterval {
  readonly subject: string;
  readonly definition: number;
}

/** Source of the results of view calls. */
export interface ViewResults {
  rows(key: SourceKey): readonly FactRow[];
  takeChanges(): ViewChange[];
  changesIn(blocks: BlockRange, isJoined: boolean): ViewChange[];
}

/** By subject, then by definition. */
type Spans<One extends UndecidedInterval> = Map<Address, Map<number, One[]>>;

/** The engine's store in memory, for simulations of many thousand blocks. No I/O of it can fail. */
export class MemoryStore implements EngineStore {
  readonly #facts = new Map<Address, FactRow[]>();
  readonly #segments: Spans<NewSegment> = new Map();
  readonly #undecided: Spans<UndecidedInterval> = new Map();
  stateReads: RequestedRead[] = [];
  readonly #results = new Map<string, StoredReadResult[]>();
  readonly #touches = new Map<string, number[]>();
  readonly hashes = new Map<number, string>();
  /** By requester, then by dependency key, then by dependent. */
  readonly #dependencies = new Map<string, Map<string, Map<string, Dependency>>>();
  #ranges: ReadonlyMap<BlockRecords, BlockRanges> = new Map();
  coverage: EngineChanges['coverage'] | undefined;
  /** While undefined, no result of a view call is known. */
  views: ViewResults | undefined;

  constructor(
    private readonly isLoadedByKey: (source: number) => boolean,
    private readonly isCode: (source: number) => boolean,
  ) {}

  get segments(): KeptSegment[] {
    return [...all(this.#segments)].map((segment) => ({ ...segment, proof: segment.proof as string }));
  }

  get undecided(): KeptInterval[] {
    return [...all(this.#undecided)];
  }

  keepResult(subject: Address, answer: StoredReadResult): void {
    listIn(this.#results, subject).push(answer);
  }

  async ranges(): Promise<ReadonlyMap<BlockRecords, BlockRanges>> {
    return this.#ranges;
  }

  async subjects(addresses: readonly Address[]): Promise<ReadonlyMap<string, StoredSubject>> {
    return new Map(
      addresses.map((address) => [
        address,
        {
          rows: (this.#facts.get(address) ?? []).filter(({ source }) => !this.isLoadedByKey(source)),
          segments: copied(this.#segments.get(address)),
          undecided: copied(this.#undecided.get(address)),
          answers: [...(this.#results.get(address) ?? [])],
        },
      ]),
    );
  }

  async keys(keys: readonly SourceKey[]): Promise<FactRow[][]> {
    return keys.map((wanted) =>
      wanted.from === undefined
        ? this.#rowsOf(wanted)
        : [...(this.views?.rows(wanted) ?? withoutResult(wanted, []))],
    );
  }

  async viewChanges(blocks?: BlockRange): Promise<ViewChange[]> {
    if (!this.views) return [];
    const changes = this.views.takeChanges();
    return blocks
      ? [...changes, ...this.views.changesIn(blocks, this.hashes.has(blocks.fromBlock - 1))]
      : changes;
  }

  #rowsOf(wanted: SourceKey): FactRow[] {
    return (this.#facts.get(wanted.subject) ?? []).filter(
      ({ source, key }) => source === wanted.source && key === wanted.key,
    );
  }

  async subjectsIn({ fromBlock, toBlock }: BlockRange): Promise<Address[]> {
    const isIn = (block: number) => block >= fromBlock && block <= toBlock;
    const found = new Set<Address>();
    for (const [subject, rows] of this.#facts)
      if (rows.some(({ blockNumber }) => isIn(blockNumber))) found.add(subject);
    for (const spans of [this.#segments, this.#undecided])
      for (const [subject, ofDefinitions] of spans)
        for (const own of ofDefinitions.values())
          if (own.some(({ start }) => isIn(start))) found.add(subject);
    return [...found];
  }

  async touched(addresses: readonly Address[], { fromBlock, toBlock }: BlockRange): Promise<string[]> {
    const isIn = (block: number) => block >= fromBlock && block <= toBlock;
    return addresses.filter(
      (address) =>
        this.#facts.get(address)?.some(({ blockNumber }) => isIn(blockNumber)) ||
        this.#touches.get(address)?.some(isIn) ||
        this.stateReads.some(
          ({ subject, block, openedAt }) => subject === address && openedAt !== undefined && isIn(block),
        ) ||
        this.#results.get(address)?.some(({ what, block }) => !what.startsWith('0x') && isIn(block)),
    );
  }

  async dependents(reads: readonly DependencyKey[]): Promise<Dependency[]> {
    return reads.flatMap(({ of, what }) => [...(this.#dependencies.get(of)?.get(what)?.values() ?? [])]);
  }

  async dependentsOn(addresses: readonly string[]): Promise<Dependency[]> {
    return addresses.flatMap((address) =>
      [...(this.#dependencies.get(address)?.values() ?? [])].flatMap((readers) => [...readers.values()]),
    );
  }

  async blockHashes(numbers: readonly number[]): Promise<string[]> {
    return numbers.map((number) => this.hashes.get(number)!);
  }

  async write({
    facts = [],
    claims = [],
    dependencies = [],
    stateReads = [],
    touches = [],
    coverage,
  }: Partial<EngineChanges>): Promise<void> {
    for (const row of facts) listIn(this.#facts, row.subject).push(row);
    for (const claim of claims) this.#writeClaim(claim);
    for (const { of, what, subject, definitions } of dependencies) {
      const readers = mapIn(mapIn(this.#dependencies, of), what);
      for (const definition of definitions)
        readers.set(`${subject} ${definition}`, { of, what, subject, definition });
    }
    this.stateReads.push(...stateReads);
    for (const { subject, block } of touches) listIn(this.#touches, subject).push(block);
    if (coverage) {
      this.coverage = coverage;
      this.#ranges = coverage.ranges;
    }
  }

  #writeClaim({ subject, definition, removed, moved, added, undecided }: ClaimChange): void {
    const segments = listIn(mapIn(this.#segments, subject), definition);
    const find = (object: string, start: number) =>
      segments.findIndex((one) => one.object === object && one.start === start);
    for (const { object, start } of removed) segments.splice(mustFind(find(object, start)), 1);
    for (const { segment, end } of moved) {
      const at = mustFind(find(segment.object, segment.start));
      const { end: _end, ...kept } = segments[at]!;
      segments[at] = end === undefined ? kept : { ...kept, end };
    }
    for (const segment of added) {
      if (find(segment.object, segment.start) !== -1) throw new Error('a segment is stored twice');
      segments.push(segment);
    }
    if (undecided === undefined) return;
    const periods = listIn(mapIn(this.#undecided, subject), definition);
    for (const { start } of undecided.removed)
      periods.splice(mustFind(periods.findIndex((one) => one.start === start)), 1);
    periods.push(...undecided.added);
  }

  /** Forgets all that a definition proves, as if it were a new one. @returns whom that was about */
  forgetClaims(definition: number): Address[] {
    const found = new Set<Address>();
    for (const spans of [this.#segments, this.#undecided])
      for (const [subject, ofDefinitions] of spans) if (ofDefinitions.delete(definition)) found.add(subject);
    return [...found];
  }

  async unwind(from: number, to: number): Promise<Address[]> {
    const isGone = (block: number) => block >= from && block <= to;
    const affected = new Set<Address>();
    for (const [subject, rows] of this.#facts) {
      for (const { blockNumber, isInitial, source } of rows)
        if (isGone(blockNumber) && (isInitial || this.isCode(source))) affected.add(subject);
      this.#facts.set(
        subject,
        rows.filter(({ blockNumber }) => !isGone(blockNumber)),
      );
    }
    for (const [subject, own] of this.#touches)
      this.#touches.set(
        subject,
        own.filter((block) => !isGone(block)),
      );
    reopen(this.#segments, from, to);
    reopen(this.#undecided, from, to);
    for (const { subject, block, openedAt } of this.stateReads)
      if (isGone(block) && openedAt !== undefined) affected.add(subject);
    this.stateReads = this.stateReads.filter(({ block }) => !isGone(block));
    for (const [subject, answers] of this.#results)
      this.#results.set(
        subject,
        answers.filter(({ block }) => !isGone(block)),
      );
    return [...affected];
  }
}

function* all<One extends UndecidedInterval>(spans: Spans<One>) {
  for (const [subject, ofDefinitions] of spans)
    for (const [definition, own] of ofDefinitions)
      for (const one of own) yield { ...one, subject, definition };
}

/** A copy as a database would return it: without definitions that have nothing stored. */
function copied<One>(ofDefinitions: ReadonlyMap<number, readonly One[]> | undefined): Map<number, One[]> {
  const found = new Map<number, One[]>();
  for (const [definition, own] of ofDefinitions ?? []) if (own.length > 0) found.set(definition, [...own]);
  return found;
}

function reopen<One extends UndecidedInterval>(spans: Spans<One>, from: number, to: number): void {
  for (const ofDefinitions of spans.values())
    for (const [definition, own] of ofDefinitions) ofDefinitions.set(definition, reopened(own, from, to));
}

function reopened<One extends UndecidedInterval>(own: readonly One[], from: number, to: number): One[] {
  return own
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

function mapIn<Key, Inner, One>(maps: Map<Key, Map<Inner, One>>, key: Key): Map<Inner, One> {
  let map = maps.get(key);
  if (!map) {
    map = new Map();
    maps.set(key, map);
  }
  return map;
}

function mustFind(at: number): number {
  if (at === -1) throw new Error('the segment to change is not stored');
  return at;
}
