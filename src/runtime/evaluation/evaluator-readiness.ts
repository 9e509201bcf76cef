import type { ReadinessCheck } from '../../api/operation/readiness-checks.js';
import type { Evaluator } from './evaluator.js';

/** The evaluator can do its work, or stands by. */
export class EvaluatorReadiness implements ReadinessCheck {
  readonly name = 'evaluator';

  constructor(private readonly evaluator: Evaluator) {}

  async check(): Promise<void> {
    if (this.evaluator.failure !== undefined) throw new Error(this.evaluator.failure);
  }
}
