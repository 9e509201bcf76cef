import { setTimeout } from 'node:timers/promises';
import type { Pool } from 'pg';
import {
  evaluationState,
  isEvaluatorReady,
  requestEvaluation,
  withdrawEvaluation,
} from '../../event-store/evaluation-request.js';
import type { Followers } from '../../event-store/followers.js';
import { endSilentSessions } from '../../event-store/silent-sessions.js';
import { EVALUATING, MOST_BEHIND } from '../projection/projectors.js';

const LOOK_MS = 50;
const SILENCE_LOOK_MS = 1_000;

/** The process with `ROLE=evaluate`, as the writer sees it: it is asked through the database. */
export class EvaluatingProcess implements Followers {
  readonly names = EVALUATING;
  /** Always false: the process may come back at any time. */
  readonly hasFailed = false;
  #epoch = 0;
  #end = 0;

  constructor(
    private readonly pool: Pool,
    private readonly rules: string,
  ) {}

  isReady(epoch: number): Promise<boolean> {
    return isEvaluatorReady(this.pool, epoch);
  }

  async follow(end: number, epoch: number): Promise<void> {
    await requestEvaluation(this.pool, { epoch, position: end, rules: this.rules });
    [this.#epoch, this.#end] = [epoch, end];
    await this.#near(end - MOST_BEHIND);
  }

  /** Withdraws the request: a process that was lost and comes back does nothing until it is asked again. */
  async rest(): Promise<void> {
    await this.#near(this.#end);
    await withdrawEvaluation(this.pool);
  }

  async #near(position: number): Promise<void> {
    let lookedMs = performance.now();
    while ((await evaluationState(this.pool)).reached < position && (await this.isReady(this.#epoch))) {
      if (performance.now() - lookedMs > SILENCE_LOOK_MS) {
        await endSilentSessions(this.pool);
        lookedMs = performance.now();
      }
      await setTimeout(LOOK_MS);
    }
  }
}
