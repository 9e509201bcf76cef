import type { Binding } from '../../definition/binding/binding.js';
import type { Catalog } from '../../definition/model/definition.js';
import type { Address } from '../../domain/chain/hex.js';
import { recordsOf } from '../model/block-records.js';
import { TriggerIndex } from '../model/trigger-index.js';
import { KnownRanges } from './known-ranges.js';
import { NewBlocks } from './new-blocks.js';
import { NewFacts } from './new-facts.js';
import type { Parts } from './pass.js';
import { SubjectCache } from './subject-cache.js';

export interface EngineOptions {
  readonly catalog: Catalog;
  readonly bindings: ReadonlyMap<string, Binding>;
  readonly firstBlock: number;
  /** The subjects whose facts and claims are its own. */
  readonly owns: (subject: Address) => boolean;
  /** Rows of subjects that it keeps in memory at most. */
  readonly remembered?: number;
}

export interface EngineParts extends Omit<Parts, 'store'> {
  readonly ranges: KnownRanges;
  readonly facts: NewFacts;
  readonly blocks: NewBlocks;
}

/** What an engine, or one shard of it, is made of. All of it knows the same ranges and remembers the same subjects. */
export function engineParts({ remembered, ...options }: EngineOptions): EngineParts {
  const { catalog, bindings, firstBlock } = options;
  const triggers = new TriggerIndex(catalog, bindings);
  const ranges = new KnownRanges(firstBlock);
  const cache = new SubjectCache(catalog, bindings, triggers, firstBlock, ranges.with, remembered);
  const shared = { ...options, triggers, cache, ranges };
  const facts = new NewFacts(shared);
  const records = catalog.definitions.map(recordsOf);
  return {
    ...{ triggers, ranges, cache, facts },
    blocks: new NewBlocks(shared, facts),
    rangesOf: (definition) => ranges.with(records[definition]!),
  };
}
