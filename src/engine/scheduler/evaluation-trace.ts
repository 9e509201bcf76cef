import type { Address } from '../../domain/chain/hex.js';
import type { DependencyKey, RequestedRead } from '../model/engine-store.js';
import { Needs } from './needs.js';

/** What evaluations read and request, beside their results. One object serves many evaluations, as most record nothing. */
export class EvaluationTrace {
  /** What was read and is not loaded: the evaluation must be repeated. */
  readonly needs = new Needs();
  /** Still to be asked of the node. */
  readonly stateReads: RequestedRead[] = [];
  /** Dependencies beyond the subject's own facts. */
  readonly dependencies: DependencyKey[] = [];
  /** Claims of other addresses that have not been evaluated yet. */
  readonly unevaluated: { readonly id: string; readonly address: Address }[] = [];

  clear(): void {
    if (!this.needs.isEmpty) this.needs.clear();
    this.stateReads.length = 0;
    this.dependencies.length = 0;
    this.unevaluated.length = 0;
  }
}
