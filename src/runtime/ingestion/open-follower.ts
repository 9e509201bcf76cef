import type { Pool } from 'pg';
import type { ForkSchedule } from '../../domain/chain/protocol/fork-schedule.js';
import { CHAIN_ID } from '../../domain/chain/record/chain-id.js';
import type { Followers } from '../../event-store/followers.js';
import { noteNodeHosts } from '../../event-store/note-node-hosts.js';
import type { Projector } from '../../event-store/projector.js';
import { ChainWriter } from '../../ingestion/append/chain-writer.js';
import { type Genesis, VerifiedSource } from '../../ingestion/append/verified-source.js';
import { type FollowerListener, HeadFollower } from '../../ingestion/head/head-follower.js';
import type { OpenFollower } from '../../ingestion/ingester.js';
import type { IngestionMetrics } from '../../ingestion/ingestion-metrics.js';
import type { QueueSampler } from '../../ingestion/queue/queue-sampler.js';
import { BlockWorkers, WORKERS } from '../../ingestion/worker/block-workers.js';
import { ExecutionSource } from '../../node/execution/execution-source.js';
import type { RefusalListener } from '../../node/rpc/node-refusal.js';
import type { StateProofs } from '../../platform/config/environment-variables.js';
import { knownState } from '../../platform/postgres/migration-state.js';
import { LastState } from '../../records/state/last-state.js';
import { ClaimedStateReader } from '../../state/tracking/claimed-state.reader.js';
import { StartedParts } from '../lifecycle/started-parts.js';
import { claimProver } from './claim-prover.js';
import type { FetchingWriter, OpenedRanges } from './fetched-ranges.js';
import { missedRecords } from './missed-records.js';
import { lookForBetter } from './returned-node.js';
import { sideWorkOf } from './side-work.js';

export interface FollowerParts {
  readonly pool: Pool;
  readonly rpcUrls: readonly string[];
  readonly stateProofs: StateProofs;
  readonly schedule: ForkSchedule;
  readonly genesis: Genesis;
  /** The lowest block that is followed. */
  readonly firstBlock: number;
  readonly projectors: readonly Projector[];
  /** Present where beacon nodes are known. */
  readonly sampler?: QueueSampler;
  readonly metrics: IngestionMetrics;
  readonly listener: FollowerListener;
  readonly onConnected: (source: ExecutionSource) => void;
  readonly onRefusal: (what: string, refusal: { readonly node: string; readonly reason: string }) => void;
  /** Evaluates in long fills; without it the writing thread does. */
  readonly followers?: () => Followers & { close(): Promise<void> };
  /** Gives the blocks of long fills from the threads and from other processes; without it the threads give all. */
  readonly openRanges?: (
    writer: Pick<FetchingWriter, 'own' | 'threads' | 'fence' | 'schedule' | 'onRefusal'>,
  ) => Promise<OpenedRanges>;
  /** A worker has died. The blocks that it had under way are fetched without it. */
  readonly onWorkerLost: (reason: string, blocks: readonly number[]) => void;
}

/**
 * Connects the nodes, takes the lease, and makes a follower that brings blocks of the nodes to the store.
 * Nodes are asked anew each time.
 */
export function openFollower(parts: FollowerParts): OpenFollower {
  return async (signal) => {
    const onRefusal: RefusalListener = (what, refusal) => {
      parts.metrics.refused(refusal.node);
      parts.onRefusal(what, refusal);
    };
    const source = await ExecutionSource.connect(parts.rpcUrls, CHAIN_ID, onRefusal, parts.stateProofs);
    const opened = new StartedParts();
    /** Closes connections when the signal aborts: a node that does not answer must not hold up the end. */
    const silence = (asking: { close(): Promise<void> }): void => {
      const close = (): void => void asking.close();
      signal.addEventListener('abort', close);
      opened.add(() => signal.removeEventListener('abort', close));
      opened.add(() => asking.close());
    };
    silence(source);
    try {
      parts.onConnected(source);
      const claimed = new ClaimedStateReader(parts.schedule);
      const prover = claimProver(
        source,
        claimed,
        parts.stateProofs,
        (places) => parts.listener.onContradicted(places),
        (proven, unproven) => parts.metrics.compared(proven, unproven),
      );
      const followers = parts.followers?.();
      const writer = await ChainWriter.open(parts.pool, {
        ...(followers && { followers }),
        projectors: parts.projectors,
        ...(prover && { prover }),
        comparison: { last: new LastState(parts.pool), schedule: parts.schedule },
        record: (stage, seconds) => parts.metrics.stage(stage, seconds),
        signal,
      });
      opened.add(() => writer.close());
      opened.add(() => followers?.close());
      // Another process may have brought it to a newer version while this one waited for the lease.
      await knownState(parts.pool);
      const missed = await missedRecords(parts.pool, source.capabilities);
      if (missed !== undefined) throw new Error(missed);
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
      const workers = new BlockWorkers(verified, parts.schedule, WORKERS, {
        onRefusal,
        onVerified: (seconds) => parts.metrics.stage('verify', seconds),
        onLost: parts.onWorkerLost,
      });
      const ranges = await parts.openRanges?.({
        ...{ own: verified, threads: workers, fence: writer.fence, schedule: parts.schedule, onRefusal },
      });
      silence(ranges ?? workers);
      const sideWork = sideWorkOf(parts, { source, writer, claimed, prover, opened });
      const looking = new AbortController();
      opened.add(() => looking.abort());
      return {
        isOutdated: lookForBetter(source, looking.signal),
        follower: new HeadFollower(
          verified,
          writer,
          parts.firstBlock,
          parts.listener,
          sideWork,
          ranges?.source ?? workers,
        ),
        close: () => opened.stop(),
      };
    } catch (error) {
      await opened.stop();
      throw error;
    }
  };
}
