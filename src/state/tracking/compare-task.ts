import type { Address } from '../../domain/chain/hex.js';
import type { KnownPlace } from '../call/view-task.js';
import type { BlockContext } from '../execution/run/block-context.js';

/** A tracked call with all that its run read, to be executed by both interpreters. */
export interface CompareTask {
  readonly contract: Address;
  readonly data: Uint8Array;
  /** Without `hashOf`, which no thread can pass on. */
  readonly block: Omit<BlockContext, 'hashOf'>;
  readonly known: readonly KnownPlace[];
}

/** What both interpreters did. Bytes of one thread are plain bytes in another. */
export interface CompareOutcome {
  /** The end by the fast one; undefined where it has none, or where the task lacks something. */
  readonly end?: { readonly outcome: 'returned' | 'reverted'; readonly output: Uint8Array };
  /** Digests of all that each did. */
  readonly fast: Uint8Array;
  readonly reference: Uint8Array;
}
