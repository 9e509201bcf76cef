import type { DependencyKey, RequestedRead } from '../model/engine-store.js';

/** What evaluations read and request, beside their results. One object serves many evaluations, as most record nothing. */
export class EvaluationTrace {
  /** Still to be asked of the node. */
  readonly stateReads: RequestedRead[] = [];
  /** Dependencies beyond the subject's own facts. */
  readonly dependencies: DependencyKey[] = [];
  /** Claims of other addresses that have not been evaluated yet. */
  readonly unevaluated: { readonly id: string; readonly address: string }[] = [];

  clear(): void {
    this.stateReads.length = 0;
    this.dependencies.length = 0;
    this.unevaluated.length = 0;
  }
}
