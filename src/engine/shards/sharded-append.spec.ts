import { describe, expect, it } from '@jest/globals';
import { MemoryStore } from '../../../test/builder/memory-store.js';
import { readDefinitions } from '../../definition/read-definitions.js';
import type { Address } from '../../domain/chain/hex.js';
import { TriggerIndex } from '../model/trigger-index.js';
import type { DirtyRange } from '../scheduler/dirty-queue.js';
import { packClaims } from './packed-claims.js';
import type { Begun, Passed, ShardQuestion } from './shard-messages.js';
import { shardOf } from './shard-of.js';
import { type AskedShard, ShardedAppend } from './sharded-append.js';

const { catalog, bindings } = readDefinitions(false);
const triggers = new TriggerIndex(catalog, bindings);
const stratumOf = (definition: number): number => catalog.definitions[definition]!.stratum;
const LOWER = catalog.definitions.findIndex(({ stratum }) => stratum === 0);
const UPPER = catalog.definitions.findIndex(({ stratum }) => stratum === 1);
const READ: Address = '0x00000000000000000000000000000000000000a0';
const READER: Address = '0x00000000000000000000000000000000000000b1';
const KEY = { of: READ, what: 'a claim' };
const BLOCKS = { fromBlock: 10, toBlock: 20 };

/** Answers passes as it is told, in order, and keeps what it was asked. */
class ScriptedShard implements AskedShard {
  readonly asked: ShardQuestion[] = [];

  constructor(private readonly passes: Partial<Passed>[]) {}

  async ask<Answer>(question: ShardQuestion): Promise<Answer> {
    this.asked.push(question);
    const nothing = { changed: [], lowest: undefined };
    const begun: Begun = { ...nothing, lowest: 0, facts: [], stateReads: [], touches: [] };
    if (question.ask !== 'pass') return begun as Answer;
    const passed: Passed = {
      ...{ ...nothing, claims: packClaims([], undefined), dependencies: [], stateReads: [], foreign: [] },
      ...this.passes.shift(),
    };
    return passed as Answer;
  }

  dirtyIn(stratum: number): readonly DirtyRange[] {
    return this.asked.flatMap((one) => (one.ask === 'pass' && one.stratum === stratum ? one.dirty : []));
  }
}

async function run(shards: readonly ScriptedShard[]): Promise<void> {
  const store = new MemoryStore(
    () => false,
    () => false,
  );
  const step = { after: 0, count: 11, ranges: new Map(), packs: false };
  await new ShardedAppend(catalog, triggers, shards, store).run(step, BLOCKS);
}

describe('a step of several shards', () => {
  it('asks a reader again whose dependency is of this step and in no database yet', async () => {
    expect([shardOf(READ, 2), shardOf(READER, 2)]).toEqual([0, 1]);
    const readers = { ...KEY, subject: READER, definitions: [UPPER] };
    const reading = new ScriptedShard([{ dependencies: [readers], lowest: 1 }]);
    const read = new ScriptedShard([{ lowest: 1 }, { changed: [{ key: KEY, from: 12, to: 20 }] }]);
    await run([read, reading]);
    expect(reading.dirtyIn(stratumOf(UPPER))).toContainEqual({
      ...{ definition: UPPER, subject: READER },
      ...{ from: 12, to: 20 },
    });
  });

  it('gives a pair that one shard found to the shard of its subject', async () => {
    const foreign = { definition: LOWER, subject: READER, from: 15, to: 20 };
    const [finder, owner] = [new ScriptedShard([{ foreign: [foreign] }]), new ScriptedShard([])];
    await run([finder, owner]);
    expect(owner.dirtyIn(stratumOf(LOWER))).toEqual([foreign]);
    expect(finder.dirtyIn(stratumOf(LOWER))).toEqual([]);
  });
});
