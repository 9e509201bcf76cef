import type { Evaluation, ProvenClaim } from '../../evaluator/evaluate/evaluation.js';
import type { ClaimChange, FactEvent } from '../model/engine-store.js';
import type { NewSegment, Segment, UndecidedInterval } from '../model/segment.js';

/** The result of a definition for a subject, the same at every block from `from` to `to`. */
export interface EvaluatedSpan {
  readonly from: number;
  readonly to: number;
  readonly evaluation: Evaluation;
}

type SegmentDiff = Omit<ClaimChange, 'subject' | 'definition'>;

/**
 * The changes that make stored segments agree with the spans, from the first span on.
 *
 * @param spans without gaps, from the first evaluated block to the end of the range
 * @param stored segments of the range, any order
 * @returns undefined when nothing changes; otherwise also the first block that differs
 */
export function diffSegments(
  spans: readonly EvaluatedSpan[],
  stored: readonly Segment[],
  undecided: readonly UndecidedInterval[],
): { readonly change: SegmentDiff; readonly from: number } | undefined {
  // Most evaluations prove nothing, before and now.
  const isClaimed = stored.length > 0 || spans.some(({ evaluation }) => evaluation.claims.length > 0);
  const claims = isClaimed ? diffClaims(spans, stored) : NO_CLAIMS;
  const intervals = diffUndecided(spans, undecided);
  const from = Math.min(claims.from, intervals.from);
  if (from === Number.POSITIVE_INFINITY) return undefined;
  const { removed, moved, added, events } = claims;
  const change = { removed, moved, added, events };
  return {
    change: intervals.from === Number.POSITIVE_INFINITY ? change : { ...change, undecided: intervals },
    from,
  };
}

interface ClaimDiff extends Omit<SegmentDiff, 'undecided'> {
  readonly from: number;
}

const NO_CLAIMS: ClaimDiff = {
  removed: [],
  moved: [],
  added: [],
  events: [],
  from: Number.POSITIVE_INFINITY,
};

function diffClaims(spans: readonly EvaluatedSpan[], stored: readonly Segment[]): ClaimDiff {
  const first = spans[0]!.from;
  const wanted = wantedSegments(
    spans,
    stored.filter((segment) => covers(segment, first - 1)),
  );
  const diff = stored.length === 0 ? allAdded(wanted) : compared(wanted, stored, first);
  return { ...diff, events: eventsOf(wanted, diff.added, diff.moved, diff.removed) };
}

/** Most subjects have no claim of a definition yet. */
function allAdded(wanted: readonly NewSegment[]): Omit<ClaimDiff, 'events'> {
  let from = Number.POSITIVE_INFINITY;
  for (const { start } of wanted) if (start < from) from = start;
  return { removed: [], moved: [], added: wanted, from };
}

function compared(
  wanted: readonly NewSegment[],
  stored: readonly Segment[],
  first: number,
): Omit<ClaimDiff, 'events'> {
  const kept = new Map<string, NewSegment>(
    wanted.map((segment) => [`${segment.object} ${segment.start}`, segment]),
  );
  const removed: Segment[] = [];
  const moved: { segment: Segment; end: number | undefined }[] = [];
  let from = Number.POSITIVE_INFINITY;
  const differsAt = (block: number): void => {
    from = Math.min(from, block);
  };
  for (const segment of stored) {
    if (segment.end !== undefined && segment.end < first - 1) continue;
    const place = `${segment.object} ${segment.start}`;
    const same = kept.get(place);
    if (same === undefined && segment.start >= first) {
      removed.push(segment);
      differsAt(segment.start);
    } else if (same !== undefined && isSame(same, segment)) {
      kept.delete(place);
      if (same.end !== segment.end) {
        moved.push({ segment, end: same.end });
        differsAt(
          Math.min(same.end ?? Number.POSITIVE_INFINITY, segment.end ?? Number.POSITIVE_INFINITY) + 1,
        );
      }
    } else if (segment.start >= first) {
      removed.push(segment);
      differsAt(segment.start);
    }
  }
  const added = wanted.filter((segment) => kept.has(`${segment.object} ${segment.start}`));
  for (const { start } of added) differsAt(start);
  return { removed, moved, added, from };
}

const NO_PROVEN: ReadonlyMap<string, ProvenClaim> = new Map<string, ProvenClaim>();

/** The segments that the spans give, with their ends, including those that began earlier. */
function wantedSegments(spans: readonly EvaluatedSpan[], open: readonly Segment[]): readonly NewSegment[] {
  const wanted: NewSegment[] = [];
  const running = new Map<string, NewSegment>();
  for (const segment of open) {
    const { end: _end, ...begun } = segment;
    // The proof text is stored already.
    running.set(segment.object, { ...begun, proof: '' });
  }
  for (const { from, evaluation } of spans) {
    const claims =
      evaluation.claims.length === 0
        ? NO_PROVEN
        : new Map(evaluation.claims.map((claim) => [claim.object ?? '', claim]));
    for (const [object, segment] of running) {
      const claim = claims.get(object);
      if (claim?.proofHash === segment.proofHash) continue;
      wanted.push({ ...segment, end: from - 1 });
      running.delete(object);
      if (claim) {
        const continues = claim.value === segment.value;
        running.set(object, begin(claim, from, continues ? segment.intervalStart : from));
      }
    }
    for (const [object, claim] of claims)
      if (!running.has(object)) running.set(object, begin(claim, from, from));
  }
  for (const segment of running.values()) wanted.push(segment);
  return wanted;
}

function begin(claim: ProvenClaim, start: number, intervalStart: number): NewSegment {
  const { object = '', value, referenceBlock, proofHash, canonical } = claim;
  return {
    object,
    start,
    intervalStart,
    ...(value === undefined ? {} : { value }),
    referenceBlock,
    proofHash,
    proof: canonical,
  };
}

function eventsOf(
  wanted: readonly NewSegment[],
  added: readonly NewSegment[],
  moved: readonly { readonly segment: Segment; readonly end: number | undefined }[],
  removed: readonly Segment[],
): FactEvent[] {
  let begins: Set<string> | undefined;
  const isBegun = (object: string, block: number): boolean => {
    begins ??= new Set(wanted.map((segment) => `${segment.object} ${segment.start}`));
    return begins.has(`${object} ${block}`);
  };
  const lapse = ({ object }: Segment, end: number | undefined): FactEvent[] =>
    end === undefined || isBegun(object, end + 1) ? [] : [{ kind: 'lapsed', block: end + 1, object }];
  const events: FactEvent[] = [];
  for (const segment of removed)
    if (!isBegun(segment.object, segment.start))
      events.push({ kind: 'lapsed', block: segment.start, object: segment.object });
  for (const { segment, end } of moved) {
    events.push(...lapse(segment, end));
    if (end === undefined) events.push(begun(segment));
  }
  for (const segment of added) events.push(begun(segment), ...lapse(segment, segment.end));
  return events;
}

function begun({ start, intervalStart, object, proofHash }: Segment): FactEvent {
  return { kind: start === intervalStart ? 'proven' : 'superseded', block: start, object, proofHash };
}

const NO_INTERVALS = { removed: [], added: [], from: Number.POSITIVE_INFINITY };

function diffUndecided(
  spans: readonly EvaluatedSpan[],
  stored: readonly UndecidedInterval[],
): {
  readonly removed: readonly UndecidedInterval[];
  readonly added: readonly UndecidedInterval[];
  readonly from: number;
} {
  if (stored.length === 0 && !spans.some(({ evaluation }) => evaluation.undecided)) return NO_INTERVALS;
  const first = spans[0]!.from;
  const touched = stored.filter(({ end }) => end === undefined || end >= first - 1);
  const wanted: { start: number; end?: number }[] = [];
  let running = touched.find(({ start }) => start < first)?.start;
  for (const { from, evaluation } of spans) {
    if (evaluation.undecided) running ??= from;
    else if (running !== undefined) {
      wanted.push({ start: running, end: from - 1 });
      running = undefined;
    }
  }
  if (running !== undefined) wanted.push({ start: running });
  const removed = touched.length === 0 ? touched : without(touched, wanted);
  const added = touched.length === 0 ? wanted : without(wanted, touched);
  let from = Number.POSITIVE_INFINITY;
  for (const { start } of removed) from = Math.min(from, start);
  for (const { start } of added) from = Math.min(from, start);
  return { removed, added, from: Math.max(first, from) };
}

/** The intervals that are not among the others. */
function without(
  intervals: readonly UndecidedInterval[],
  others: readonly UndecidedInterval[],
): readonly UndecidedInterval[] {
  return intervals.filter(
    ({ start, end }) => !others.some((other) => other.start === start && other.end === end),
  );
}

function covers({ start, end }: Segment, block: number): boolean {
  return start <= block && (end === undefined || end >= block);
}

function isSame(a: Segment, b: Segment): boolean {
  return a.proofHash === b.proofHash && a.intervalStart === b.intervalStart;
}
