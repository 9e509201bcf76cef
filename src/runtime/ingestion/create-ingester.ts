import { toHex } from '../../domain/chain/codec/hex.js';
import type { ChainKind } from '../../domain/chain/record/chain-kind.js';
import { Ingester } from '../../ingestion/ingester.js';
import type { Leadership } from '../../ingestion/leadership.js';
import { lostWorker, WORKERS } from '../../ingestion/worker/block-workers.js';
import type { Logger } from '../../platform/log/logger.js';
import { nearestFollowers } from '../evaluation/nearest-followers.js';
import { noteContradicted } from './claim-prover.js';
import { openFetchedRanges } from './fetched-ranges.js';
import { logRefusals } from './log-refusals.js';
import { type FollowerParts, openFollower } from './open-follower.js';

const POLL_MS = 1_000;
const LOG_INTERVAL_MS = 1_000;

interface IngesterParts
  extends Omit<
    FollowerParts,
    'firstBlock' | 'listener' | 'onRefusal' | 'onWorkerLost' | 'followers' | 'openRanges'
  > {
  readonly logger: Logger;
  readonly leadership: Leadership;
  readonly databaseUrl: string;
  readonly chain: ChainKind;
}

/** The ingester of the service, which counts and logs what it does; not started yet. */
export function createIngester({
  metrics,
  logger,
  leadership,
  databaseUrl,
  chain,
  ...parts
}: IngesterParts): Ingester {
  let loggedMs = performance.now();
  let unlogged = 0;
  const ingester: Ingester = new Ingester(
    openFollower({
      ...parts,
      firstBlock: chain.firstBlock,
      metrics,
      listener: {
        onHead(head) {
          metrics.nodeHead(head.number);
          ingester.noteHead(head);
        },
        onAppended(blocks) {
          metrics.appended(blocks);
          unlogged += blocks.length;
          // While it catches up there are many flushes a second.
          if (performance.now() - loggedMs < LOG_INTERVAL_MS) return;
          logger.info('appended', { block: blocks.at(-1)!.header.number, blocks: unlogged });
          [loggedMs, unlogged] = [performance.now(), 0];
        },
        onForeignFinality({ number, hash }) {
          logger.warn(`the node calls block ${hash} final, which is not ours`, { block: number });
        },
        onContradicted: (places) => noteContradicted(logger, places),
        onDisputed(calls) {
          for (const { address, data, block } of calls)
            logger.error(
              `the interpreters disagree about call ${toHex(data)} of ${address}: claims that rest on it are undecided. Please report this`,
              { block },
            );
        },
        onUnanswered(questions, why) {
          logger.warn(`${questions} questions about state stay open and are asked again: ${why}`);
        },
        onReorganised(from, orphaned, appended) {
          metrics.reorganised(from + appended - 1, orphaned, appended);
          logger.warn(`reorganised: ${orphaned} blocks orphaned`, { block: from, blocks: appended });
        },
      },
      onRefusal: logRefusals(logger),
      followers: () => nearestFollowers({ pool: parts.pool, databaseUrl, chain, workers: WORKERS, logger }),
      openRanges: (writer) =>
        openFetchedRanges({
          ...writer,
          ...{ databaseUrl, logger, onProcesses: (count) => metrics.fetching(count) },
        }),
      onWorkerLost: (reason, blocks) => logger.warn(lostWorker(reason, blocks)),
    }),
    POLL_MS,
    (error, fatal) =>
      fatal ? logger.fatal(`ingestion stopped: ${error}`) : logger.error(`ingestion: ${error}`),
    () => {
      metrics.followsNothing();
      logger.info(
        'another process writes to this database: this one serves, and takes over when that one ends',
      );
    },
    leadership,
  );
  return ingester;
}
