import type { Read, Want } from './engine-store.js';

/** What judgements found out beyond their verdicts. One for many of them: most have nothing to note. */
export class Notes {
  /** Still to be asked of the node. */
  readonly wants: Want[] = [];
  /** What they rest on beyond the subject's own. */
  readonly crossReads: Read[] = [];
  /** Claims of others that nobody has judged yet. */
  readonly unjudged: { readonly id: string; readonly address: string }[] = [];

  clear(): void {
    this.wants.length = 0;
    this.crossReads.length = 0;
    this.unjudged.length = 0;
  }
}
