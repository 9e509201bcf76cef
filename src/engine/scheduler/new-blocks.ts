import { type BlockRange, type BlockRanges, rangeWith, union } from '../../domain/interval/block-range.js';
import type { BlockFacts } from '../facts/block-facts.js';
import type { BlockRecords, RecordedBlock } from '../model/block-records.js';
import { runsByRecords } from '../model/covered.js';
import { type EngineStore, EVERY_KEY } from '../model/engine-store.js';
import { namedSubject } from '../model/trigger-index.js';
import type { ChangedKeys } from './changed-keys.js';
import type { DirtyQueue } from './dirty-queue.js';
import type { NewFacts, NewFactsOptions } from './new-facts.js';

/** New consecutive blocks: their facts, and the registry entries that begin with them. */
export class NewBlocks {
  constructor(
    private readonly options: NewFactsOptions,
    private readonly facts: NewFacts,
  ) {}

  /** Adds them to what is known, and marks as dirty what they may change. */
  async add(store: EngineStore, facts: BlockFacts, queue: DirtyQueue, changed: ChangedKeys): Promise<void> {
    const { cache, ranges } = this.options;
    const { blocks } = facts;
    for (const { hash, header } of blocks) cache.learnHash(header.number, hash);
    const after = rangesAfter(ranges.all!, blocks);
    ranges.set(after);
    await this.facts.add(store, facts, queue, changed);
    for (const [records, runs] of runsByRecords(blocks))
      for (const run of runs) this.#open(run, rangeWith(after.get(records)!, run.fromBlock)!, queue, changed);
  }

  /** A range that begins with a run of new blocks, and binding entries that begin or end in it. */
  #open(run: BlockRange, range: BlockRange, queue: DirtyQueue, changed: ChangedKeys): void {
    const { triggers, owns } = this.options;
    if (range.fromBlock === run.fromBlock) this.#addNamed(queue, range);
    for (const { block, binding, key } of triggers.membershipChanges(run.fromBlock, range.toBlock)) {
      const named = namedSubject(key);
      if (owns(named))
        for (const definition of triggers.lookersUp(binding))
          queue.add(definition, named, block, range.toBlock);
      for (const of of [key, EVERY_KEY])
        changed.add({ of, what: `binding:${binding}` }, block, range.toBlock);
    }
  }

  /** The addresses that bindings name have claims from where a range begins, whether or not anything touches them. */
  #addNamed(queue: DirtyQueue, range: BlockRange): void {
    const { triggers, bindings, owns } = this.options;
    for (const binding of triggers.namingBindings) {
      const definitions = triggers.lookersUp(binding);
      for (const [key, intervals] of bindings.get(binding)!.members) {
        const named = namedSubject(key);
        if (!owns(named) || !intervals.some(({ from }) => from <= range.toBlock)) continue;
        for (const definition of definitions) queue.add(definition, named, range.fromBlock, range.toBlock);
      }
    }
  }
}

/** The ranges with blocks that follow one another. */
export function rangesAfter(
  before: ReadonlyMap<BlockRecords, BlockRanges>,
  blocks: readonly RecordedBlock[],
): ReadonlyMap<BlockRecords, BlockRanges> {
  const after = new Map(before);
  for (const [records, runs] of runsByRecords(blocks))
    for (const run of runs) after.set(records, union(after.get(records) ?? [], run));
  return after;
}
