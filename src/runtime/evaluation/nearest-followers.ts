import type { Pool } from 'pg';
import type { ChainKind } from '../../domain/chain/record/chain-kind.js';
import { shardsBeside } from '../../engine/shards/shard-of.js';
import type { Followers } from '../../event-store/followers.js';
import type { Logger } from '../../platform/log/logger.js';
import { chainRules } from '../projection/chain-rules.js';
import { EVALUATING, forkSchedule } from '../projection/projectors.js';
import { ClaimThread, lostClaimThread } from './claim-thread.js';
import { EvaluatingProcess } from './evaluating-process.js';

/** Evaluation by another process while one stands ready, else by a thread of this one. */
export class NearestFollowers implements Followers {
  readonly names = EVALUATING;
  #chosen: Followers | undefined;

  /** @param onChange is told who evaluates, whenever that changes; it begins with the thread */
  constructor(
    private readonly process: EvaluatingProcess,
    private readonly thread: ClaimThread,
    private readonly onChange: (isProcess: boolean) => void,
  ) {}

  get hasFailed(): boolean {
    return this.thread.hasFailed;
  }

  async follow(end: number, epoch: number): Promise<void> {
    const nearest = (await this.process.isReady(epoch)) ? this.process : this.thread;
    if (nearest !== this.#chosen) await this.#choose(nearest);
    await nearest.follow(end, epoch);
  }

  async rest(): Promise<void> {
    await this.#chosen?.rest();
  }

  /** Ends the thread. */
  close(): Promise<void> {
    return this.thread.close();
  }

  /** Two must not evaluate at once. */
  async #choose(nearest: Followers): Promise<void> {
    await this.#chosen?.rest();
    if (this.#chosen || nearest === this.process) this.onChange(nearest === this.process);
    this.#chosen = nearest;
  }
}

interface FollowersOf {
  readonly pool: Pool;
  readonly databaseUrl: string;
  readonly chain: ChainKind;
  /** Threads that fetch and verify blocks. */
  readonly workers: number;
  readonly logger: Logger;
}

/** What evaluates for a writer in long fills; it logs who does. */
export function nearestFollowers({
  pool,
  databaseUrl,
  chain,
  workers,
  logger,
}: FollowersOf): NearestFollowers {
  const settings = { databaseUrl, chain, shards: shardsBeside(workers) };
  return new NearestFollowers(
    new EvaluatingProcess(pool, chainRules(forkSchedule(chain.forkTimes), chain.firstBlock)),
    new ClaimThread(settings, (reason) => logger.warn(lostClaimThread(reason))),
    (isProcess) =>
      logger.info(
        `claims are evaluated by ${isProcess ? 'the process with ROLE=evaluate' : 'a thread of this process'}`,
      ),
  );
}
