import { isExecuted } from '../definition/catalog/describe-source.js';
import type { CatalogSource } from '../definition/model/definition.js';
import type { ReadSource } from '../definition/model/fact-source.js';
import type { SourceId } from '../definition/model/predicate.js';
import type { Address, Hex } from '../domain/chain/hex.js';
import type {
  CallResult,
  CurrentClaim,
  CurrentFact,
  FactInterval,
  StateView,
} from '../evaluator/model/state-view.js';
import type { StatedHolding, Statement } from '../verifier/bundle/bundle.schema.js';

/** A claim that an evaluation read. */
export interface SeenClaim extends CurrentClaim {
  readonly id: string;
  readonly address: Address;
}

/**
 * A view that records its answers. It records no absence, because a statement expresses one by leaving the
 * fact out.
 */
export class RecordingView implements StateView {
  readonly block: number;
  readonly rangeStart: number;
  readonly claims: SeenClaim[] = [];
  readonly #intervals = new Map<string, StatedHolding>();
  readonly #formerly: Statement['formerly'] = [];
  readonly #lapsed: Statement['lapsed'] = [];
  readonly #answers: Statement['answers'] = [];

  constructor(
    private readonly view: StateView,
    private readonly sources: readonly CatalogSource[],
  ) {
    this.block = view.block;
    this.rangeStart = view.rangeStart;
  }

  /** The statement without its claims, whose proofs are still to be found. */
  recorded(): Omit<Statement, 'digest' | 'claims'> {
    return {
      rangeStart: this.rangeStart,
      holdings: [...this.#intervals.values()],
      formerly: this.#formerly,
      lapsed: this.#lapsed,
      answers: this.#answers,
    };
  }

  fact(address: Address, source: SourceId, key?: string): CurrentFact {
    const held = this.view.fact(address, source, key);
    if (held !== undefined && held !== 'unknown') this.#note(address, source, held);
    return held;
  }

  factsByKey(address: Address, source: SourceId, call?: Hex): readonly FactInterval[] | 'unknown' {
    const held = this.view.factsByKey(address, source, call);
    if (held !== 'unknown') for (const one of held) this.#note(address, source, one);
    return held;
  }

  isOlder(address: Address): boolean {
    return this.view.isOlder(address);
  }

  lastFactEnd(address: Address, source: SourceId, key?: string): number | undefined {
    const last = this.view.lastFactEnd(address, source, key);
    if (last !== undefined)
      this.#formerly.push({
        address,
        source: this.sources[source]!.source,
        ...(key !== undefined && { key }),
        last,
      });
    return last;
  }

  answer(address: Address, call: Hex, since: number, read: ReadSource): CallResult | 'unknown' {
    const answer = this.view.answer(address, call, since, read);
    if (answer !== 'unknown') this.#answers.push({ address, call, since, ...answer });
    return answer;
  }

  claim(id: string, address: Address): CurrentClaim | undefined | 'unknown' {
    const claim = this.view.claim(id, address);
    if (claim !== undefined && claim !== 'unknown') this.claims.push({ id, address, ...claim });
    return claim;
  }

  lastClaim(id: string, address: Address): number | undefined {
    const last = this.view.lastClaim(id, address);
    if (last !== undefined) this.#lapsed.push({ id, address, last });
    return last;
  }

  membership(binding: string, key: string) {
    return this.view.membership(binding, key);
  }

  entries(binding: string) {
    return this.view.entries(binding);
  }

  blockHash(number: number): string {
    return this.view.blockHash(number);
  }

  #note(address: Address, source: SourceId, { key, value, start, evidence, tx }: FactInterval): void {
    this.#intervals.set(`${address} ${source} ${key}`, {
      address,
      source: this.sources[source]!.source,
      key,
      value: typeof value === 'string' ? value : { ...value },
      start,
      evidence: [...evidence],
      // State is evidenced at the end of a block, so no evidence shows which transaction left it.
      ...(tx !== undefined && !isState(this.sources[source]!) && { tx }),
    });
  }
}

function isState({ source }: CatalogSource): boolean {
  return source.kind === 'code' || source.kind === 'build' || source.kind === 'storage' || isExecuted(source);
}
