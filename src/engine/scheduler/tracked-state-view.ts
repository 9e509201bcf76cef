import type { Binding, Membership } from '../../definition/binding/binding.js';
import type { ReadSource } from '../../definition/model/fact-source.js';
import type { SourceId } from '../../definition/model/predicate.js';
import type { Address, Hex } from '../../domain/chain/hex.js';
import type { BlockRange } from '../../domain/interval/block-range.js';
import type {
  CallResult,
  CurrentClaim,
  CurrentFact,
  CurrentMembership,
  FactInterval,
  NoMembership,
  StateView,
} from '../../evaluator/model/state-view.js';
import { EVERY_KEY } from '../model/engine-store.js';
import type { FoldedFacts } from '../model/fold.js';
import { isNoView, whyNoView } from '../model/view-value.js';
import { EvaluatedBlock, NEVER } from './evaluated-block.js';
import type { EvaluationTrace } from './evaluation-trace.js';
import { RememberedParts } from './remembered-parts.js';
import type { Claims, SubjectCache } from './subject-cache.js';

/**
 * The state at the end of one block, as an evaluation sees it. It tracks the first later block at which any value it returned may differ;
 * until then the result stays valid, because nothing else was read. Values that are not loaded are returned as unknown and noted in the
 * needs of the trace: the evaluation must then be repeated.
 */
export class TrackedStateView implements StateView {
  readonly rangeStart: number;
  readonly #now = new EvaluatedBlock();
  /** From the second evaluation on: most subjects are evaluated at one block of a range. */
  #parts: RememberedParts | undefined;

  constructor(
    private readonly cache: SubjectCache,
    private readonly subject: Address,
    private readonly range: BlockRange,
    private readonly trace: EvaluationTrace,
  ) {
    this.rangeStart = range.fromBlock;
  }

  /** Moves the view to the state at the end of that block. */
  goTo(block: number): void {
    if (this.block !== 0) this.#parts ??= new RememberedParts();
    this.#now.goTo(block);
  }

  get block(): number {
    return this.#now.block;
  }

  /** First later block at which something that was read may differ. */
  get next(): number {
    return this.#now.next;
  }

  fact(address: Address, source: SourceId, key = ''): CurrentFact {
    const facts = this.#facts(address, source, key);
    if (facts === undefined || this.#isExcessive(facts, source)) return 'unknown';
    const knownFrom = facts.knownFrom(source);
    if (knownFrom > this.block) {
      this.#now.changesAt(knownFrom);
      const read = this.cache.initialStateRead(address, source, this.range);
      if (read) this.trace.stateReads.push(read);
      return 'unknown';
    }
    const current = this.#now.at(facts.intervals(source, key, this));
    return current && isNoView(current.value) ? 'unknown' : current;
  }

  whyUnknown(address: Address, source: SourceId, key = ''): string | undefined {
    const current = this.#now.at(this.#facts(address, source, key)?.intervals(source, key, this) ?? []);
    return current && whyNoView(current.value);
  }

  factsByKey(address: Address, source: SourceId, call?: Hex): readonly FactInterval[] | 'unknown' {
    const facts = this.#facts(address, source, call);
    if (facts === undefined || this.#isExcessive(facts, source)) return 'unknown';
    if (call !== undefined && this.#now.at(facts.intervals(source, call, this)) !== undefined)
      return 'unknown';
    const current: FactInterval[] = [];
    for (const key of facts.keys(source)) {
      if (key === call) continue;
      const interval = this.#now.at(facts.intervals(source, key, this));
      if (interval) current.push(interval);
    }
    return current;
  }

  isOlder(address: Address): boolean {
    const [code] = this.cache.triggers.codeSources;
    const older = code === undefined ? undefined : this.#facts(address, code)?.older;
    const end = older?.end?.blockNumber;
    if (older === undefined || (end !== undefined && end <= this.block)) return false;
    if (end !== undefined) this.#now.changesAt(end);
    return true;
  }

  lastFactEnd(address: Address, source: SourceId, key?: string): number | undefined {
    const facts = this.#facts(address, source, key);
    if (facts === undefined) return undefined;
    const keys = key === undefined ? facts.keys(source) : [key];
    let last: number | undefined;
    for (const one of keys) {
      for (const { end } of facts.values(source, one)) {
        if (end === undefined || end >= this.block) this.#now.holdsUpTo(end);
        else if (last === undefined || end > last) last = end;
      }
    }
    return last;
  }

  answer(
    address: Address,
    callData: Hex,
    firstAskedAt: number,
    { again }: ReadSource,
  ): CallResult | 'unknown' {
    const stored = this.cache.answers(address, this.trace.needs);
    if (stored === undefined) return 'unknown';
    const replaced = this.#startsOf(address, this.cache.triggers.recallSources);
    const settings = again ? this.#startsOf(address, this.cache.triggers.settings) : [];
    if (replaced === undefined || settings === undefined) return 'unknown';
    const block = Math.max(firstAskedAt, ...replaced);
    // A setting may not concern this read. Where no node has the state after it, an earlier result is used.
    for (const later of [...settings.filter((one) => one > block).reverse(), block]) {
      const answer = stored.find((one) => one.what === callData && one.block === later);
      if (answer === undefined) {
        this.trace.stateReads.push({ subject: address, what: callData, block: later });
        return 'unknown';
      }
      if (answer.outcome === 'unavailable') continue;
      const evidence = `read:1:${this.blockHash(later)}:${address}:${callData}`;
      return { block: later, evidence, ...(answer.output === undefined ? {} : { output: answer.output }) };
    }
    return 'unknown';
  }

  /** Blocks up to now at which sources began to have a value, ascending for each source; undefined while not loaded. */
  #startsOf(address: Address, sources: readonly SourceId[]): number[] | undefined {
    const starts: number[] = [];
    for (const source of sources) {
      const facts = this.#facts(address, source);
      if (facts === undefined) return undefined;
      for (const { start } of facts.values(source, '')) {
        if (start > this.block) this.#now.changesAt(start);
        else starts.push(start);
      }
    }
    return starts;
  }

  claim(id: string, address: Address): CurrentClaim | undefined | 'unknown' {
    const claims = this.#claims(id, address);
    if (claims === undefined) return 'unknown';
    const range = this.cache.rangeOf(id, this.block);
    if (this.#now.within(claims.undecided, range)) return 'unknown';
    const current = this.#now.within(claims.segments, range);
    if (current === undefined) {
      if (address === this.subject || !this.cache.mustBeEvaluated(id, address, range)) return undefined;
      this.trace.unevaluated.push({ id, address });
      return 'unknown';
    }
    return current;
  }

  lastClaim(id: string, address: Address): number | undefined {
    const claims = this.#claims(id, address);
    if (claims === undefined) return undefined;
    this.#now.within(claims.segments, this.cache.rangeOf(id, this.block));
    const ended = claims.segments.map(({ end }) => end ?? NEVER).filter((end) => end < this.block);
    return ended.length === 0 ? undefined : Math.max(...ended);
  }

  membership(
    bindingId: string,
    key: string,
  ): { readonly member: CurrentMembership } | { readonly none: NoMembership } {
    const binding = this.cache.binding(bindingId);
    const intervals = binding.members.get(key) ?? [];
    let before: Membership | undefined;
    for (const interval of intervals) {
      if (interval.from > this.block) {
        this.#looksUp(bindingId, key);
        this.#now.changesAt(interval.from);
        break;
      }
      if (interval.until === undefined || interval.until >= this.block) {
        if (interval.until !== undefined) this.#looksUp(bindingId, key);
        this.#now.holdsUpTo(interval.until);
        return { member: currentMembership(interval) };
      }
      before = interval;
    }
    const none =
      before?.until === undefined
        ? { version: firstVersion(binding) }
        : { version: before.removedBy ?? firstVersion(binding), from: before.until + 1 };
    return { none };
  }

  entries(bindingId: string): Iterable<readonly [string, CurrentMembership]> {
    let mayChange = false;
    const current: (readonly [string, CurrentMembership])[] = [];
    for (const [key, intervals] of this.cache.binding(bindingId).members) {
      for (const interval of intervals) {
        const { from, until = NEVER } = interval;
        if (until < this.block) continue;
        mayChange ||= from > this.block || interval.until !== undefined;
        if (from > this.block) this.#now.changesAt(from);
        else {
          this.#now.holdsUpTo(interval.until);
          current.push([key, currentMembership(interval)]);
        }
      }
    }
    if (mayChange) this.trace.dependencies.push({ of: EVERY_KEY, what: `binding:${bindingId}` });
    return current;
  }

  blockHash(number: number): string {
    return this.cache.blockHash(number, this.trace.needs) ?? '';
  }

  part<Result>(of: object, key: unknown, evaluate: () => Result): Result {
    if (this.#parts === undefined) return evaluate();
    const known = this.#parts.find(of, key, this.block);
    if (known !== undefined) {
      this.#now.changesAt(known.next);
      return known.result as Result;
    }
    const { result, next } = this.#now.apart(evaluate);
    // Where something is missing, it is evaluated again once it is loaded.
    if (this.trace.needs.isEmpty) this.#parts.set(of, key, { result, next });
    return result;
  }

  #facts(address: Address, source: SourceId, key?: string): FoldedFacts | undefined {
    // Keys come from logs of other contracts, and view calls read other contracts: both are dependencies even
    // for the subject itself.
    if (address !== this.subject || key || this.cache.triggers.isView(source))
      this.#reads(address, source, key);
    return this.cache.facts(address, this.range, source, key, this.block, this.trace.needs);
  }

  /** Whether the source has had more changes by this block than are followed. */
  #isExcessive(facts: FoldedFacts, source: SourceId): boolean {
    if (this.cache.triggers.isLoadedByKey(source)) return false;
    const block = facts.excessOf(source)?.block ?? NEVER;
    this.#now.changesAt(block);
    return block <= this.block;
  }

  #reads(of: string, source: SourceId, key?: string): void {
    const { triggers } = this.cache;
    this.trace.dependencies.push({ of, what: triggers.sourceText(source, key) });
    if (triggers.isScopedToLifetime(source))
      this.trace.dependencies.push({ of, what: triggers.lifetimeText });
  }

  #claims(id: string, address: Address): Claims | undefined {
    if (address !== this.subject) this.trace.dependencies.push({ of: address, what: id });
    return this.cache.claims(id, address, this.trace.needs);
  }

  /**
   * A membership that begins or ends is a dependency of the evaluations that looked it up, including the subject's own when it found its
   * own address in a field of a fact.
   */
  #looksUp(binding: string, key: string): void {
    this.trace.dependencies.push({ of: key, what: `binding:${binding}` });
  }
}

function currentMembership({ version, from, fields }: Membership): CurrentMembership {
  return { version, from, fields };
}

function firstVersion({ versions }: Binding): string {
  return versions[0]!.version;
}
