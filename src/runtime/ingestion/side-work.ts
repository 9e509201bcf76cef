import type { Pool } from 'pg';
import { readAnyCatalog } from '../../definition/read-definitions.js';
import type { ForkSchedule } from '../../domain/chain/protocol/fork-schedule.js';
import { NamedSlots } from '../../engine/store/named-slots.js';
import type { ChainWriter } from '../../ingestion/append/chain-writer.js';
import type { FollowerListener, SideWork } from '../../ingestion/head/head-follower.js';
import type { IngestionMetrics } from '../../ingestion/ingestion-metrics.js';
import type { ClaimProver } from '../../ingestion/prove/claim-prover.js';
import { ExecutionAudit } from '../../ingestion/prove/execution-audit.js';
import { StateAudit } from '../../ingestion/prove/state-audit.js';
import { QueueRecorder } from '../../ingestion/queue/queue-recorder.js';
import type { QueueSampler } from '../../ingestion/queue/queue-sampler.js';
import { BackgroundStateReader } from '../../ingestion/read/background-state-reader.js';
import { ReadAnswerer } from '../../ingestion/read/read-answerer.js';
import { RequestedStateReader } from '../../ingestion/read/requested-state-reader.js';
import type { ExecutionSource } from '../../node/execution/execution-source.js';
import { STATE_REQUESTER } from '../../records/state/state-answer.table.js';
import type { ClaimedStateReader } from '../../state/tracking/claimed-state.reader.js';
import { CompareThread } from '../../state/tracking/compare-thread.js';
import { ComparedCallsReader } from '../../state/tracking/compared-calls.reader.js';
import type { StartedParts } from '../lifecycle/started-parts.js';

interface Settings {
  readonly pool: Pool;
  readonly schedule: ForkSchedule;
  readonly metrics: IngestionMetrics;
  readonly listener: Pick<FollowerListener, 'onDisputed' | 'onUnanswered'>;
  /** Present where beacon nodes are known. */
  readonly sampler?: QueueSampler;
}

interface Opened {
  readonly source: ExecutionSource;
  readonly writer: ChainWriter;
  readonly claimed: ClaimedStateReader;
  readonly prover: ClaimProver | undefined;
  readonly opened: StartedParts;
}

/** What a follower does between blocks: it answers requests for state, checks what claims rest on, and records the queues. */
export function sideWorkOf(
  { pool, schedule, metrics, listener, sampler }: Settings,
  { source, writer, claimed, prover, opened }: Opened,
): readonly SideWork[] {
  const thread = new CompareThread(schedule);
  opened.add(() => thread.close());
  const compared = new ComparedCallsReader(schedule, (task, stop) => thread.compare(task, stop));
  return [
    new RequestedStateReader(new ReadAnswerer(source, writer, pool, STATE_REQUESTER)),
    ...(prover ? [new StateAudit(pool, claimed, new NamedSlots(readAnyCatalog()), prover, writer)] : []),
    new ExecutionAudit(pool, compared, writer, (calls) => {
      metrics.executedTwice(calls);
      const disputed = calls.filter(({ result }) => result === 'different');
      if (disputed.length > 0) listener.onDisputed(disputed);
    }),
    new BackgroundStateReader(new ReadAnswerer(source, writer, pool), (questions, why) =>
      listener.onUnanswered(questions, why),
    ),
    ...(sampler ? [new QueueRecorder(sampler, writer, pool)] : []),
  ];
}
