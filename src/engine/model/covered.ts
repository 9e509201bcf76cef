import type { Catalog, Definition } from '../../definition/model/definition.js';
import { type BlockRange, type BlockRanges, intersect } from '../../domain/interval/block-range.js';
import { rangesOf } from '../../domain/interval/consecutive.js';
import {
  type BlockRecords,
  EVERY_RECORDS,
  hasRecords,
  type RecordedBlock,
  recordsOf,
} from './block-records.js';
import type { EngineCoverage } from './engine-store.js';

/** The unit of coverage: a family of attributes, or a relation. */
export function coverageName({ kind, id, family }: Definition): string {
  return kind === 'relation' ? id : family;
}

/** The runs of consecutive blocks that have the records, for every combination of records. */
export function runsByRecords(
  blocks: readonly RecordedBlock[],
): ReadonlyMap<BlockRecords, readonly BlockRange[]> {
  return new Map(
    EVERY_RECORDS.map((records) => [records, rangesOf(blocks.filter((block) => hasRecords(block, records)))]),
  );
}

/** Splits blocks where the records that they have change. */
export function withSameRecords<Block extends RecordedBlock>(blocks: readonly Block[]): Block[][] {
  const runs: Block[][] = [];
  for (const block of blocks) {
    const run = runs[runs.length - 1];
    const isSame = EVERY_RECORDS.every(
      (records) => run !== undefined && hasRecords(run[0]!, records) === hasRecords(block, records),
    );
    if (isSame) run!.push(block);
    else runs.push([block]);
  }
  return runs;
}

/** A family is covered where all its definitions can be evaluated. */
export function coverageOf(catalog: Catalog, ranges: ReadonlyMap<BlockRecords, BlockRanges>): EngineCoverage {
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
