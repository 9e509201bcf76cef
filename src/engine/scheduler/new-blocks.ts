import { type BlockRange, type BlockRanges, rangeWith, union } from '../../domain/interval/block-range.js';
import type { BlockFacts } from '../facts/block-facts.js';
import type { BlockRecords, RecordedBlock } from '../model/block-records.js';
import { runsByRecords } from '../model/covered.js';
import { type EngineStore, EVERY_KEY } from '../model/engine-store.js';
import { namedSubject } from '../model/trigger-index.js';
import type { ChangedKeys } from './changed-keys.js';
import type { DirtyQueue } from './dirty-queue.js';
import type { NewFacts, NewFactsOptions } from './new-facts.js';

/** Adds new consecutive blocks: their facts, and the registry entries that begin or end in them. */
export class NewBlocks {
  constructor(
    private readonly options: NewFactsOptions,
    private readonly facts: NewFacts,
  ) {}

  /** Adds the blocks to the known ranges and stores their facts. Marks what they may change as dirty. */
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

  /** Marks what changes as a range begins with the run, or as binding entries begin or end in it. */
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

  /** An address that a binding names has claims from the first block of a range, touched or not. */
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

/** The ranges with the new blocks added. */
export function rangesAfter(
  before: ReadonlyMap<BlockRecords, BlockRanges>,
  blocks: readonly RecordedBlock[],
): ReadonlyMap<BlockRecords, BlockRanges> {
  const after = new Map(before);
  for (const [records, runs] of runsByRecords(blocks))
    for (const run of runs) after.set(records, union(after.get(records) ?? [], run));
  return after;
}
