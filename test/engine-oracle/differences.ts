import type { Catalog } from '../../src/definition/catalog/definition.js';
import type { BlockRange } from '../../src/kernel/interval/block-range.js';
import type { History, ProofStretch, Recomputed, Stretch } from './recompute.js';

/** What an engine has stored, in any order. */
export interface Stored {
  readonly segments: readonly (ProofStretch & { readonly subject: string; readonly definition: number })[];
  readonly undecided: readonly (Stretch & { readonly subject: string; readonly definition: number })[];
  readonly ranges: ReadonlyMap<string, readonly BlockRange[]>;
  readonly families: ReadonlyMap<string, { readonly ranges: readonly BlockRange[] }>;
}

/** In words, where what is stored is not what it should be. */
export function differences(catalog: Catalog, stored: Stored, wanted: Recomputed): string[] {
  const found = historiesOf(catalog, stored);
  const problems: string[] = [];
  for (const name of [...new Set([...found.keys(), ...wanted.histories.keys()])].sort()) {
    const is = found.get(name) ?? { segments: [], undecided: [] };
    const should = wanted.histories.get(name) ?? { segments: [], undecided: [] };
    compare(problems, name, 'segments', is.segments.map(textOf).sort(), should.segments.map(textOf).sort());
    const nothingSaid = is.undecided.length === 0;
    if (nothingSaid) continue;
    compare(
      problems,
      name,
      'undecided',
      is.undecided.map(textOfStretch).sort(),
      should.undecided.map(textOfStretch).sort(),
    );
  }
  for (const [records, ranges] of wanted.ranges)
    compare(problems, `blocks with ${records}`, 'ranges', texts(stored.ranges.get(records)), texts(ranges));
  for (const [family, ranges] of wanted.families)
    compare(problems, family, 'coverage', texts(stored.families.get(family)?.ranges), texts(ranges));
  return problems;
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
  const found = new Map<string, { segments: ProofStretch[]; undecided: Stretch[] }>();
  const of = (definition: number, subject: string) => {
    const name = `${definitions[definition]!.id} ${subject}`;
    const known = found.get(name) ?? { segments: [], undecided: [] };
    found.set(name, known);
    return known;
  };
  for (const { subject, definition, ...segment } of segments) of(definition, subject).segments.push(segment);
  for (const { subject, definition, ...stretch } of undecided)
    of(definition, subject).undecided.push(stretch);
  return found;
}

function textOf({
  object,
  start,
  end,
  intervalStart,
  value,
  referenceBlock,
  proofHash,
  proof,
}: ProofStretch) {
  return `${object} ${start} to ${end ?? 'the end'}, since ${intervalStart}: ${value} at ${referenceBlock}, ${proofHash} ${proof}`;
}

function textOfStretch({ start, end }: Stretch): string {
  return `${start} to ${end ?? 'the end'}`;
}

function texts(ranges: readonly BlockRange[] = []): readonly string[] {
  return ranges.map(({ fromBlock, toBlock }) => `${fromBlock} to ${toBlock}`);
}
