import type { DependencyKey, StateRead } from './engine-store.js';

/** What judgements found out beyond their verdicts. One for many of them: most have nothing to note. */
export class EvaluationTrace {
  /** Still to be asked of the node. */
  readonly stateReads: StateRead[] = [];
  /** What they rest on beyond the subject's own. */
  readonly dependencies: DependencyKey[] = [];
  /** Claims of others that nobody has judged yet. */
  readonly unevaluated: { readonly id: string; readonly address: string }[] = [];

  clear(): void {
    this.stateReads.length = 0;
    this.dependencies.length = 0;
    this.unevaluated.length = 0;
  }
}
