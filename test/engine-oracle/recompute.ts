import type { Binding } from '../../src/definition/binding/binding.js';
import type { Definition } from '../../src/definition/model/definition.js';
import type { BlockRange } from '../../src/domain/interval/block-range.js';
import type { Claim } from './evaluate-check.js';
import { type EvaluatedFamily, evaluateDefinition, type Proven } from './evaluate-definition.js';
import { ANY_VIEW } from './executed.js';
import { Looks } from './looks.js';
import { type Known, RangeFold } from './range-fold.js';
import type { ReportedBlock } from './reported.js';

export interface Span {
  readonly start: number;
  /** Absent if it holds at the end of a range. */
  readonly end?: number;
}

/** Blocks with the same proof. */
export interface ProofSpan extends Span {
  readonly object: string;
  readonly intervalStart: number;
  readonly value?: string;
  readonly referenceBlock: number;
  readonly proofHash: string;
  readonly proof: string;
}

/** All claims of one definition about one subject. */
export interface History {
  readonly segments: readonly ProofSpan[];
  readonly undecided: readonly Span[];
}

/** All claims that a chain proves, as far as it is known. */
export interface Recomputed {
  /** By definition id and subject, separated by a space; subjects without claims have no entry. */
  readonly histories: ReadonlyMap<string, History>;
  /** Ranges of blocks, by the chain records that they have. */
  readonly ranges: ReadonlyMap<string, readonly BlockRange[]>;
  readonly families: ReadonlyMap<string, readonly BlockRange[]>;
}

/** The claims of one definition for one subject. */
interface Said {
  readonly subject: string;
  readonly name: string;
  now?: Now | undefined;
  /** Last earlier block of the range with a claim. */
  lastEnd?: number | undefined;
  /** Segments that began in the range. */
  begun: number;
  readonly segments: Running<ProofSpan>[];
  readonly undecided: Running<Span>[];
}

interface Now {
  readonly claims: readonly Claim[];
  readonly isUndecided: boolean;
  readonly range: RangeFold;
  readonly looks: Looks;
  /** The current spans; their ends are set when they end. */
  readonly canonical: readonly { end: number }[];
}

type Running<One extends Span> = Omit<One, 'end'> & { end: number };

/**
 * Evaluates every definition for every subject at every block, in the simplest way.
 *
 * @param blocks all known blocks, ascending
 * @param subjects the subjects; their dependencies are evaluated too
 */
export function recompute(
  blocks: readonly ReportedBlock[],
  known: Known,
  subjects: Iterable<string>,
): Recomputed {
  const all = new Set(subjects);
  for (;;) {
    const asked = new Set<string>();
    const recomputed = recomputeOf(blocks, known, all, asked);
    if (asked.size === 0) return recomputed;
    for (const address of asked) all.add(address);
  }
}

function recomputeOf(
  blocks: readonly ReportedBlock[],
  known: Known,
  subjects: ReadonlySet<string>,
  asked: Set<string>,
): Recomputed {
  const { catalog, bindings, answers, views } = known;
  const { ranges, folds } = rangesOf(blocks, known);
  const upwards = [...catalog.definitions].sort((a, b) => a.stratum - b.stratum);
  const said = new Map(
    upwards.map(({ id }) => [
      id,
      new Map(
        [...subjects].map((subject): [string, Said] => [
          subject,
          { subject, name: `${id} ${subject}`, begun: 0, segments: [], undecided: [] },
        ]),
      ),
    ]),
  );
  const saidOf = (id: string, address: string): Said | undefined => {
    if (!subjects.has(address)) asked.add(address);
    return said.get(id)!.get(address);
  };
  for (const { block, rows, codes } of blocks) {
    const { number } = block;
    // Addresses and registries that changed since the block before.
    const changed = new Set([...rows, ...codes].map(({ subject }) => subject));
    for (const { id } of turnedAt(number, bindings)) changed.add(id);
    changed.add(ANY_VIEW);
    for (const definition of upwards) {
      const range = folds
        .get(recordsOf(definition))!
        .find(({ fromBlock, toBlock }) => fromBlock <= number && number <= toBlock);
      for (const one of said.get(definition.id)!.values()) {
        const { subject, now: before } = one;
        const isContinued = before !== undefined && before.range === range;
        if (isContinued && (!before.looks.isAboutAny(changed) || before.looks.areSameAt(number))) continue;
        if (before) close(before, number - 1);
        if (!isContinued) one.lastEnd = undefined;
        if (!isContinued) one.begun = 0;
        if (range === undefined) {
          if (before) changed.add(subject);
          one.now = undefined;
          continue;
        }
        const looks = new Looks(number);
        const evaluated = evaluateDefinition(definition, {
          ...{ subject, looks, fold: range, bindings, answers, views },
          claimOf: (id, address) => {
            const now = saidOf(id, address)?.now;
            return now?.isUndecided ? 'unknown' : now?.claims[0];
          },
          lastClaimOf: (id, address) => saidOf(id, address)?.lastEnd,
        });
        const continued = isContinued ? before.claims : [];
        const { claims, isUndecided } = bounded(one, evaluated, continued, known.mostSegments);
        const canonical = claims.map((claim): Claim => {
          const same = continued.find(
            ({ object, value }) => object === claim.object && value === claim.value,
          );
          return { ...claim, since: same?.since ?? number };
        });
        if (continued.length > 0 && canonical.length === 0) one.lastEnd = number - 1;
        const isSame = isContinued && isUndecided === before.isUndecided && sameClaims(canonical, continued);
        if (!isSame) changed.add(subject);
        const spans: { end: number }[] = canonical.map((claim) =>
          noteClaim(one.segments, claim, number, isContinued),
        );
        if (isUndecided) spans.push(noteSpan(one.undecided, number, isContinued));
        one.now = { claims: isSame ? continued : canonical, isUndecided, range, looks, canonical: spans };
      }
    }
  }
  const histories = new Map<string, History>();
  for (const definition of upwards) {
    const ends = new Set(ranges.get(recordsOf(definition))!.map(({ toBlock }) => toBlock));
    const open = <One extends Span>({ end, ...span }: One) =>
      (ends.has(end!) ? span : { ...span, end }) as One;
    for (const { name, now, segments, undecided } of said.get(definition.id)!.values()) {
      if (now) close(now, now.range.toBlock);
      if (segments.length + undecided.length > 0)
        histories.set(name, { segments: segments.map(open), undecided: undecided.map(open) });
    }
  }
  return { histories, ranges, families: coverage(catalog.definitions, ranges) };
}

/** The ranges of blocks with certain records, and the sources folded over each. */
function rangesOf(blocks: readonly ReportedBlock[], known: Known) {
  const ranges = new Map<string, readonly BlockRange[]>();
  const folds = new Map<string, readonly RangeFold[]>();
  const made = new Map<string, RangeFold>();
  for (const records of ['', 'frames', 'state_diff', 'frames state_diff']) {
    const found = runsOf(blocks.filter((one) => hasRecords(one, records))).map((run) => {
      const name = `${run[0]!.block.number} ${run.at(-1)!.block.number}`;
      const fold = made.get(name) ?? new RangeFold(run, known);
      made.set(name, fold);
      return fold;
    });
    folds.set(records, found);
    ranges.set(
      records,
      found.map(({ fromBlock, toBlock }) => ({ fromBlock, toBlock })),
    );
  }
  return { ranges, folds };
}

function recordsOf({ requires }: Definition): string {
  return [...requires].sort().join(' ');
}

/** The registries with a change at a block. */
function turnedAt(block: number, bindings: ReadonlyMap<string, Binding>): Binding[] {
  return [...bindings.values()].filter(({ members }) =>
    [...members.values()].flat().some(({ from, until }) => from === block || until === block - 1),
  );
}

/** With too many segments, those that hold last until one of them changes, and no other begins. */
function bounded(
  one: Said,
  evaluated: EvaluatedFamily,
  before: readonly Proven[],
  most = 100_000,
): EvaluatedFamily {
  const isNew = ({ object, proofHash }: Proven) =>
    !before.some((claim) => claim.object === object && claim.proofHash === proofHash);
  const begun = evaluated.claims.filter(isNew).length;
  const isSame = begun === 0 && evaluated.claims.length === before.length;
  if (one.begun > most && (before.length === 0 || !isSame)) return { claims: [], isUndecided: true };
  one.begun += begun;
  return evaluated;
}

/** Ends the spans that no longer hold after a block, or that reach the end of its range. */
function close({ canonical, range }: Now, block: number): void {
  for (const span of canonical) span.end = Math.min(block, range.toBlock);
}

function sameClaims(some: readonly Claim[], others: readonly Claim[]): boolean {
  return (
    some.length === others.length &&
    some.every(
      ({ proofHash, since }, at) => proofHash === others[at]!.proofHash && since === others[at]!.since,
    )
  );
}

/** Extends the span that the claim continues, or begins a new one. */
function noteClaim(segments: Running<ProofSpan>[], claim: Claim, block: number, isContinued: boolean) {
  const { since, value, ...rest } = claim;
  const last = segments.findLast(
    ({ object, end, proofHash }) =>
      isContinued && object === claim.object && end === block - 1 && proofHash === claim.proofHash,
  );
  if (!last)
    segments.push({
      ...rest,
      ...(value !== undefined && { value }),
      start: block,
      end: block,
      intervalStart: since,
    });
  return last ?? segments.at(-1)!;
}

function noteSpan(spans: Running<Span>[], block: number, isContinued: boolean) {
  const last = spans.at(-1);
  if (!isContinued || last?.end !== block - 1) spans.push({ start: block, end: block });
  return spans.at(-1)!;
}

function hasRecords({ block }: ReportedBlock, records: string): boolean {
  return (
    (block.hasFrames || !records.includes('frames')) && (block.hasState || !records.includes('state_diff'))
  );
}

function runsOf(blocks: readonly ReportedBlock[]): ReportedBlock[][] {
  const runs: ReportedBlock[][] = [];
  for (const one of blocks) {
    const last = runs.at(-1);
    if (last?.at(-1)?.block.number === one.block.number - 1) last.push(one);
    else runs.push([one]);
  }
  return runs;
}

/** A family of attributes is covered where all its definitions are; a relation where it is. */
function coverage(
  definitions: readonly Definition[],
  ranges: ReadonlyMap<string, readonly BlockRange[]>,
): ReadonlyMap<string, readonly BlockRange[]> {
  const blocksOf = new Map<string, Set<number>>();
  for (const { id, kind, family, requires } of definitions) {
    const name = kind === 'relation' ? id : family;
    const covered = ranges
      .get([...requires].sort().join(' '))!
      .flatMap(({ fromBlock, toBlock }) =>
        Array.from({ length: toBlock - fromBlock + 1 }, (_, at) => fromBlock + at),
      );
    const before = blocksOf.get(name);
    blocksOf.set(name, new Set(before ? covered.filter((block) => before.has(block)) : covered));
  }
  return new Map(
    [...blocksOf].map(([name, covered]) => {
      const found: { fromBlock: number; toBlock: number }[] = [];
      for (const block of [...covered].sort((a, b) => a - b)) {
        const last = found.at(-1);
        if (last?.toBlock === block - 1) last.toBlock = block;
        else found.push({ fromBlock: block, toBlock: block });
      }
      return [name, found];
    }),
  );
}
