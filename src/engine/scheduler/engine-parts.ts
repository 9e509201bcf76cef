import type { Binding } from '../../definition/binding/binding.js';
import type { Catalog } from '../../definition/model/definition.js';
import type { Address } from '../../domain/chain/hex.js';
import { recordsOf } from '../model/block-records.js';
import { TriggerIndex } from '../model/trigger-index.js';
import { MAX_SEGMENTS } from '../segments/segment-bound.js';
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
  /** How much the engine keeps in memory of subjects, at most, in rows. */
  readonly remembered?: number;
  readonly mostSegments?: number | undefined;
}

export interface EngineParts extends Omit<Parts, 'store'> {
  readonly ranges: KnownRanges;
  readonly facts: NewFacts;
  readonly blocks: NewBlocks;
}

/** Assembles an engine, or one shard of it. All parts share the known ranges and the subjects in memory. */
export function engineParts({
  remembered,
  mostSegments = MAX_SEGMENTS,
  ...options
}: EngineOptions): EngineParts {
  const { catalog, bindings, firstBlock } = options;
  const triggers = new TriggerIndex(catalog, bindings);
  const ranges = new KnownRanges(firstBlock);
  const cache = new SubjectCache(catalog, bindings, triggers, firstBlock, ranges.with, remembered);
  const shared = { ...options, triggers, cache, ranges };
  const facts = new NewFacts(shared);
  const records = catalog.definitions.map(recordsOf);
  return {
    ...{ triggers, ranges, cache, facts, mostSegments },
    blocks: new NewBlocks(shared, facts),
    rangesOf: (definition) => ranges.with(records[definition]!),
  };
}
