import type { Catalog } from '../../src/definition/model/definition.js';
import type { BlockRange } from '../../src/domain/interval/block-range.js';
import { type BlockRecords, parseRecords } from '../../src/engine/model/block-records.js';
import type { History, ProofSpan, Recomputed, Span } from './recompute.js';

/** What an engine has stored, in any order. */
export interface Stored {
  readonly segments: readonly (ProofSpan & { readonly subject: string; readonly definition: number })[];
  readonly undecided: readonly (Span & { readonly subject: string; readonly definition: number })[];
  readonly ranges: ReadonlyMap<BlockRecords, readonly BlockRange[]>;
  readonly families: ReadonlyMap<string, { readonly ranges: readonly BlockRange[] }>;
}

/**
 * A description of every difference between the stored and the expected state. In a range that does not begin with the chain, everything
 * without facts is undecided, and only reached parts are stored: stored parts must be right, but need not be complete.
 */
export function differences(
  catalog: Catalog,
  firstBlock: number,
  stored: Stored,
  wanted: Recomputed,
): string[] {
  const found = historiesOf(catalog, stored);
  const problems: string[] = [];
  for (const name of [...new Set([...found.keys(), ...wanted.histories.keys()])].sort()) {
    const is = found.get(name) ?? { segments: [], undecided: [] };
    const should = wanted.histories.get(name) ?? { segments: [], undecided: [] };
    compare(problems, name, 'segments', is.segments.map(textOf).sort(), should.segments.map(textOf).sort());
    const { requires } = catalog.definitions.find(({ id }) => name.startsWith(`${id} `))!;
    const [begun, ...later] = splitAt(firstBlock, wanted.ranges.get([...requires].sort().join(' '))!);
    const within = (spans: readonly Span[], { fromBlock, toBlock }: BlockRange) =>
      spans.filter(({ start }) => start >= fromBlock && start <= toBlock);
    if (begun)
      compare(
        problems,
        name,
        'undecided',
        within(is.undecided, begun).map(textOfSpan).sort(),
        within(should.undecided, begun).map(textOfSpan).sort(),
      );
    for (const range of later)
      for (const span of within(is.undecided, range))
        if (!within(should.undecided, range).some((one) => contains(one, span)))
          problems.push(`${name}: undecided\n  stored  ${textOfSpan(span)}, which is decided`);
  }
  for (const [records, ranges] of wanted.ranges)
    compare(
      problems,
      `blocks with ${records}`,
      'ranges',
      texts(stored.ranges.get(parseRecords(records))),
      texts(ranges),
    );
  for (const [family, ranges] of wanted.families)
    compare(problems, family, 'coverage', texts(stored.families.get(family)?.ranges), texts(ranges));
  return problems;
}

function contains(span: Span, inner: Span): boolean {
  const end = span.end ?? Number.POSITIVE_INFINITY;
  return span.start <= inner.start && (inner.end ?? Number.POSITIVE_INFINITY) <= end;
}

/** The range that begins with the chain, if there is one, and the other ranges. */
function splitAt(
  firstBlock: number,
  ranges: readonly BlockRange[],
): readonly [BlockRange | undefined, ...BlockRange[]] {
  const isFirst = ({ fromBlock }: BlockRange) => fromBlock === firstBlock;
  return [ranges.find(isFirst), ...ranges.filter((range) => !isFirst(range))];
}

function compare(
  problems: string[],
  name: string,
  what: string,
  is: readonly string[],
  should: readonly string[],
): void {
  if (is.join('\n') === should.join('\n')) return;
  const extra = is.filter((one) => !should.includes(one));
  const lacking = should.filter((one) => !is.includes(one));
  problems.push(
    [
      `${name}: ${what}`,
      ...extra.map((one) => `  stored  ${one}`),
      ...lacking.map((one) => `  correct ${one}`),
    ].join('\n'),
  );
}

function historiesOf({ definitions }: Catalog, { segments, undecided }: Stored): Map<string, History> {
  const found = new Map<string, { segments: ProofSpan[]; undecided: Span[] }>();
  const of = (definition: number, subject: string) => {
    const name = `${definitions[definition]!.id} ${subject}`;
    const known = found.get(name) ?? { segments: [], undecided: [] };
    found.set(name, known);
    return known;
  };
  for (const { subject, definition, ...segment } of segments) of(definition, subject).segments.push(segment);
  for (const { subject, definition, ...span } of undecided) of(definition, subject).undecided.push(span);
  return found;
}

function textOf({ object, start, end, intervalStart, value, referenceBlock, proofHash, proof }: ProofSpan) {
  return `${object} ${start} to ${end ?? 'the end'}, since ${intervalStart}: ${value} at ${referenceBlock}, ${proofHash} ${proof}`;
}

function textOfSpan({ start, end }: Span): string {
  return `${start} to ${end ?? 'the end'}`;
}

function texts(ranges: readonly BlockRange[] = []): readonly string[] {
  return ranges.map(({ fromBlock, toBlock }) => `${fromBlock} to ${toBlock}`);
}
