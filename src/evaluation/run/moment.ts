import type { Binding, Membership } from '../../definition/binding/binding.js';
import type { SourceId } from '../../definition/catalog/definition.js';
import type { ReadSource } from '../../definition/catalog/fact-source.js';
import type {
  Answer,
  Held,
  HeldClaim,
  HeldMembership,
  Holding,
  NoMembership,
  StateView,
} from '../../evaluator/state/state-view.js';
import type { BlockRange } from '../../kernel/interval/block-range.js';
import type { FoldedFacts } from '../fact/fold.js';
import { EVERY_KEY } from './engine-store.js';
import type { Notes } from './notes.js';
import type { Period } from './segment.js';
import type { Claims, World } from './world.js';

const NEVER = Number.POSITIVE_INFINITY;

/**
 * The state at the end of one block, as a judgement sees it. It remembers the first block after it at which any answer it gave may
 * be another: until then the judgement stands, as nothing else was read. What is not loaded is answered as unknown and noted by the world:
 * the judgement must then be repeated.
 */
export class Moment implements StateView {
  /** First later block at which something that was read may differ. */
  next = NEVER;
  readonly rangeStart: number;

  constructor(
    private readonly world: World,
    private readonly subject: string,
    readonly block: number,
    private readonly range: BlockRange,
    private readonly notes: Notes,
  ) {
    this.rangeStart = range.fromBlock;
  }

  held(address: string, source: SourceId, key = ''): Held {
    const facts = this.#facts(address, source, key);
    if (facts === undefined) return 'unknown';
    const knownFrom = facts.knownFrom(source);
    if (knownFrom > this.block) {
      this.next = Math.min(this.next, knownFrom);
      const want = this.world.openingWanted(address, source, this.range);
      if (want) this.notes.wants.push(want);
      return 'unknown';
    }
    return this.#at(facts.holdings(source, key));
  }

  heldKeys(address: string, source: SourceId): readonly Holding[] | 'unknown' {
    const facts = this.#facts(address, source);
    if (facts === undefined) return 'unknown';
    const held: Holding[] = [];
    for (const key of facts.keys(source)) {
      const holding = this.#at(facts.holdings(source, key));
      if (holding) held.push(holding);
    }
    return held;
  }

  lastHeld(address: string, source: SourceId, key?: string): number | undefined {
    const facts = this.#facts(address, source, key);
    if (facts === undefined) return undefined;
    const keys = key === undefined ? facts.keys(source) : [key];
    let last: number | undefined;
    for (const one of keys) {
      for (const { end } of facts.holdings(source, one)) {
        if (end === undefined || end >= this.block) this.#changesAt(end);
        else if (last === undefined || end > last) last = end;
      }
    }
    return last;
  }

  answer(address: string, callData: string, firstAskedAt: number, { again }: ReadSource): Answer | 'unknown' {
    const stored = this.world.answers(address);
    if (stored === undefined) return 'unknown';
    const replaced = this.#startsOf(address, this.world.askedAgainAt);
    const settings = again ? this.#startsOf(address, this.world.settings) : [];
    if (replaced === undefined || settings === undefined) return 'unknown';
    const block = Math.max(firstAskedAt, ...replaced);
    // What was set may be something else: where no node has the state after it, what was answered before stands.
    for (const later of [...settings.filter((one) => one > block).reverse(), block]) {
      const answer = stored.find((one) => one.what === callData && one.block === later);
      if (answer === undefined) {
        this.notes.wants.push({ subject: address, what: callData, block: later });
        return 'unknown';
      }
      if (answer.outcome === 'unavailable') continue;
      const evidence = `read:1:${this.blockHash(later)}:${address}:${callData}`;
      return { block: later, evidence, ...(answer.output === undefined ? {} : { output: answer.output }) };
    }
    return 'unknown';
  }

  /** Blocks at which registers began to hold something, up to now, ascending for each; undefined while they are not loaded. */
  #startsOf(address: string, sources: readonly SourceId[]): number[] | undefined {
    const starts: number[] = [];
    for (const source of sources) {
      const facts = this.#facts(address, source);
      if (facts === undefined) return undefined;
      for (const { start } of facts.holdings(source, '')) {
        if (start > this.block) this.next = Math.min(this.next, start);
        else starts.push(start);
      }
    }
    return starts;
  }

  claim(id: string, address: string): HeldClaim | undefined | 'unknown' {
    const claims = this.#claims(id, address);
    if (claims === undefined) return 'unknown';
    const range = this.world.rangeOf(id, this.block);
    if (this.#within(claims.undecided, range)) return 'unknown';
    const held = this.#within(claims.segments, range);
    if (held === undefined) {
      if (address === this.subject || !this.world.mustBeJudged(id, address, range)) return undefined;
      this.notes.unjudged.push({ id, address });
      return 'unknown';
    }
    const { proofHash, referenceBlock, intervalStart, value } = held;
    return { proofHash, referenceBlock, intervalStart, ...(value === undefined ? {} : { value }) };
  }

  lastClaim(id: string, address: string): number | undefined {
    const claims = this.#claims(id, address);
    if (claims === undefined) return undefined;
    this.#within(claims.segments, this.world.rangeOf(id, this.block));
    const ended = claims.segments.map(({ end }) => end ?? NEVER).filter((end) => end < this.block);
    return ended.length === 0 ? undefined : Math.max(...ended);
  }

  membership(
    bindingId: string,
    key: string,
  ): { readonly held: HeldMembership } | { readonly none: NoMembership } {
    const binding = this.world.binding(bindingId);
    const periods = binding.members.get(key) ?? [];
    let before: Membership | undefined;
    for (const period of periods) {
      if (period.from > this.block) {
        this.#looksUp(bindingId, key);
        this.#changesAt(period.from - 1);
        break;
      }
      if (period.until === undefined || period.until >= this.block) {
        if (period.until !== undefined) this.#looksUp(bindingId, key);
        this.#changesAt(period.until);
        return { held: heldMembership(period) };
      }
      before = period;
    }
    const none =
      before?.until === undefined
        ? { version: firstVersion(binding) }
        : { version: before.removedBy ?? firstVersion(binding), from: before.until + 1 };
    return { none };
  }

  entries(bindingId: string): Iterable<readonly [string, HeldMembership]> {
    let mayChange = false;
    const held: (readonly [string, HeldMembership])[] = [];
    for (const [key, periods] of this.world.binding(bindingId).members) {
      for (const period of periods) {
        const { from, until = NEVER } = period;
        if (until < this.block) continue;
        mayChange ||= from > this.block || period.until !== undefined;
        if (from > this.block) this.#changesAt(from - 1);
        else {
          this.#changesAt(period.until);
          held.push([key, heldMembership(period)]);
        }
      }
    }
    if (mayChange) this.notes.crossReads.push({ of: EVERY_KEY, what: `binding:${bindingId}` });
    return held;
  }

  blockHash(number: number): string {
    return this.world.blockHash(number) ?? '';
  }

  #facts(address: string, source: SourceId, key?: string): FoldedFacts | undefined {
    // Whose key it is follows from what others say, so that it is not looked for among the subject's own.
    if (address !== this.subject || key) this.#reads(address, source, key);
    return this.world.facts(address, this.range, source, key);
  }

  #reads(of: string, source: SourceId, key?: string): void {
    this.notes.crossReads.push({ of, what: this.world.registerText(source, key) });
    const lifetime = this.world.lifetimeText(source);
    if (lifetime !== undefined) this.notes.crossReads.push({ of, what: lifetime });
  }

  #claims(id: string, address: string): Claims | undefined {
    if (address !== this.subject) this.notes.crossReads.push({ of: address, what: id });
    return this.world.claims(id, address);
  }

  /** A membership that begins or ends concerns whoever looked it up; the subject, too, if it came upon itself by a field of a fact. */
  #looksUp(binding: string, key: string): void {
    this.notes.crossReads.push({ of: key, what: `binding:${binding}` });
  }

  #at(holdings: readonly Holding[]): Holding | undefined {
    for (const holding of holdings) {
      if (holding.start > this.block) {
        this.#changesAt(holding.start - 1);
        return undefined;
      }
      if (holding.end === undefined || holding.end >= this.block) {
        this.#changesAt(holding.end);
        return holding;
      }
    }
    return undefined;
  }

  /** Of the stretches that lie in one range. */
  #within<One extends Period>(periods: readonly One[], { fromBlock }: BlockRange): One | undefined {
    let within: One | undefined;
    for (const period of periods) {
      const { start, end } = period;
      if (start < fromBlock || (end !== undefined && end < this.block)) continue;
      if (start > this.block) this.next = Math.min(this.next, start);
      else {
        this.#changesAt(end);
        within ??= period;
      }
    }
    return within;
  }

  /** Something ends after that block. */
  #changesAt(end: number | undefined): void {
    if (end !== undefined && end + 1 > this.block) this.next = Math.min(this.next, end + 1);
  }
}

function heldMembership({ version, from, fields }: Membership): HeldMembership {
  return { version, from, fields };
}

function firstVersion({ versions }: Binding): string {
  return versions[0]!.version;
}
