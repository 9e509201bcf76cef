import type { Catalog, Definition } from '../../definition/model/definition.js';
import type { VerifiedBlock } from '../../domain/chain/record/block.js';
import { type BlockRange, type BlockRanges, intersect } from '../../domain/interval/block-range.js';
import { rangesOf } from '../../domain/interval/consecutive.js';
import type { EngineCoverage } from './engine-store.js';

/** All combinations of records beyond receipts that a block may have. */
const RECORDS = ['', 'frames', 'state_diff', 'frames state_diff'] as const;

/** The chain records a definition needs, as one text. */
export function recordsOf({ requires }: Definition): string {
  return [...requires].sort().join(' ');
}

/** The unit of coverage: a family of attributes, or a relation. */
export function coverageName({ kind, id, family }: Definition): string {
  return kind === 'relation' ? id : family;
}

/** The runs of consecutive blocks that have the records, for every combination of records. */
export function runsByRecords(blocks: readonly VerifiedBlock[]): ReadonlyMap<string, readonly BlockRange[]> {
  return new Map(
    RECORDS.map((records) => [records, rangesOf(blocks.filter((block) => has(block, records)))]),
  );
}

function has({ frames, stateChanges }: VerifiedBlock, records: string): boolean {
  return (
    (frames !== undefined || !records.includes('frames')) &&
    (stateChanges !== undefined || !records.includes('state_diff'))
  );
}

/** A family is covered where all its definitions can be evaluated. */
export function coverageOf(catalog: Catalog, ranges: ReadonlyMap<string, BlockRanges>): EngineCoverage {
  const families = new Map<string, { kind: 'attribute' | 'relation'; ranges: BlockRanges }>();
  for (const definition of catalog.definitions) {
    const { kind } = definition;
    const name = coverageName(definition);
    const own = ranges.get(recordsOf(definition)) ?? [];
    const known = families.get(name);
    families.set(name, { kind, ranges: known ? intersect(known.ranges, own) : own });
  }
  return { ranges, families };
}
