import type { Pool } from 'pg';
import type { ForkSchedule } from '../../domain/chain/protocol/fork-schedule.js';
import { CHAIN_ID } from '../../domain/chain/record/chain-id.js';
import { noteNodeHosts } from '../../event-store/note-node-hosts.js';
import type { Projector } from '../../event-store/projector.js';
import { ChainWriter } from '../../ingestion/append/chain-writer.js';
import { type Genesis, VerifiedSource } from '../../ingestion/append/verified-source.js';
import { type FollowerListener, HeadFollower } from '../../ingestion/head/head-follower.js';
import type { OpenFollower } from '../../ingestion/ingester.js';
import type { IngestionMetrics } from '../../ingestion/ingestion-metrics.js';
import { QueueRecorder } from '../../ingestion/queue/queue-recorder.js';
import type { QueueSampler } from '../../ingestion/queue/queue-sampler.js';
import { BackgroundStateReader } from '../../ingestion/read/background-state-reader.js';
import { ReadAnswerer } from '../../ingestion/read/read-answerer.js';
import { RequestedStateReader } from '../../ingestion/read/requested-state-reader.js';
import { ExecutionSource, type RefusalListener } from '../../node/execution/execution-source.js';
import type { StateProofs } from '../../platform/config/environment-variables.js';
import { LastState } from '../../records/state/last-state.js';
import { STATE_REQUESTER } from '../../records/state/state-answer.table.js';

export interface FollowerParts {
  readonly pool: Pool;
  readonly rpcUrls: readonly string[];
  readonly firstBlock: number;
  readonly stateProofs: StateProofs;
  readonly schedule: ForkSchedule;
  /** The allocation of the first block, where it is known. */
  readonly genesis?: Genesis;
  readonly projectors: readonly Projector[];
  /** Where beacon nodes are known. */
  readonly sampler?: QueueSampler;
  readonly metrics: IngestionMetrics;
  readonly listener: FollowerListener;
  readonly onConnected: (source: ExecutionSource) => void;
  readonly onRefusal: (what: string, refusal: { readonly node: string; readonly reason: string }) => void;
}

/** Connects the source, takes the lease and puts a follower between them; nodes are asked anew each time it is opened. */
export function openFollower(parts: FollowerParts): OpenFollower {
  return async (signal) => {
    const onRefusal: RefusalListener = (what, refusal) => {
      parts.metrics.refused(refusal.node);
      parts.onRefusal(what, refusal);
    };
    const asksProofs = parts.stateProofs !== 'none';
    const source = await ExecutionSource.connect(parts.rpcUrls, CHAIN_ID, onRefusal, { asksProofs });
    const silence = (): void => void source.close();
    signal.addEventListener('abort', silence);
    try {
      parts.onConnected(source);
      const writer = await ChainWriter.open(parts.pool, {
        projectors: parts.projectors,
        seam: { last: new LastState(parts.pool), schedule: parts.schedule },
        record: (stage, seconds) => parts.metrics.stage(stage, seconds),
      });
      await noteNodeHosts(parts.pool, parts.rpcUrls);
      // Blocks stored before this process count as well: the lag is computed from them.
      const head = await writer.chain.head();
      if (head) parts.metrics.storedHead(head.number);
      const verified = new VerifiedSource(
        source,
        parts.schedule,
        (seconds) => parts.metrics.stage('verify', seconds),
        parts.genesis,
      );
      return {
        follower: new HeadFollower(verified, writer, parts.firstBlock, parts.listener, [
          new RequestedStateReader(new ReadAnswerer(source, writer, parts.pool, STATE_REQUESTER)),
          new BackgroundStateReader(new ReadAnswerer(source, writer, parts.pool), (questions, why) => {
            parts.listener.onUnanswered(questions, why);
          }),
          ...(parts.sampler ? [new QueueRecorder(parts.sampler, writer, parts.pool)] : []),
        ]),
        close: async () => {
          signal.removeEventListener('abort', silence);
          writer.close();
          await source.close();
        },
      };
    } catch (error) {
      await source.close();
      throw error;
    }
  };
}
