import { parentPort, workerData } from 'node:worker_threads';
import { readDefinitions } from '../../definition/read-definitions.js';
import type { Address } from '../../domain/chain/hex.js';
import { ChainLog } from '../../event-store/chain-log.js';
import { createPool } from '../../platform/postgres/pool.js';
import { SharedConnection } from '../../platform/postgres/shared-connection.js';
import { endOnRequest } from '../../platform/thread/own-thread.js';
import { TriggerIndex } from '../model/trigger-index.js';
import { eventsOf } from '../store/claim-proofs.js';
import { PostgresStore } from '../store/postgres-store.js';
import { type Channel, Peer } from './peer.js';
import { Shard } from './shard.js';
import type {
  ForeignQuestion,
  KeysQuestion,
  ShardQuestion,
  ShardSettings,
  SubjectsAnswer,
} from './shard-messages.js';
import { shardOf } from './shard-of.js';
import { StepReader } from './step-reader.js';

/** The thread of one shard. It reads what is committed by a connection of its own. */
const { shard: own, shards, databaseUrl, firstBlock, isDemo, numbers, others } = workerData as ShardSettings;
endOnRequest();
const hub = new Peer<KeysQuestion>(parentPort! as Channel, answer);
const peers = new Map(
  [...others].map(([other, port]) => [other, new Peer<ForeignQuestion>(port as Channel, answerShard)]),
);
const started = start();

async function start(): Promise<{ readonly shard: Shard; readonly steps: StepReader }> {
  const { catalog, bindings } = readDefinitions(isDemo);
  const pool = createPool(databaseUrl, { statementTimeoutMs: 0, replans: true, max: 1 });
  const connection = new SharedConnection(await pool.connect()).of(0);
  const shard = new Shard({
    ...{ catalog, bindings, firstBlock, shards, foreign },
    committed: new PostgresStore(connection, numbers, new TriggerIndex(catalog, bindings)),
    owns: (subject) => shardOf(subject, shards) === own,
    keys: (keys) => hub.ask({ keys }),
    eventsOf: (claims) => eventsOf(connection, claims),
  });
  const steps = new StepReader({
    ...{ log: new ChainLog(connection), shard: own, shards },
    factsOf: (blocks) => shard.factsOf(blocks),
    foreign: (other, place) => peers.get(other)!.ask({ ask: 'facts', of: own, place }),
  });
  return { shard, steps };
}

async function answer(question: ShardQuestion): Promise<unknown> {
  const { shard, steps } = await started;
  switch (question.ask) {
    case 'begin':
      return shard.begin(question.step, await steps.of(question.step));
    case 'pass':
      return shard.pass(question.stratum, question.dirty);
    case 'end':
      shard.end();
      steps.readAhead(question.step);
      return undefined;
  }
}

async function answerShard(question: ForeignQuestion): Promise<unknown> {
  const { shard, steps } = await started;
  return question.ask === 'subjects'
    ? shard.copies(question.subjects)
    : steps.shareOf(question.of, question.place);
}

/** Copies of subjects of other shards. */
async function foreign(subjects: readonly Address[]): Promise<SubjectsAnswer> {
  const copies = await Promise.all(
    [...peers].map(async ([shard, peer]): Promise<SubjectsAnswer> => {
      const of = subjects.filter((subject) => shardOf(subject, shards) === shard);
      return of.length === 0 ? new Map() : peer.ask({ ask: 'subjects', subjects: of });
    }),
  );
  return new Map(copies.flatMap((some) => [...some]));
}
