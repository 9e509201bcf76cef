import type { Address } from '../chain/hex.js';

/** A call that claims rest on, which both interpreters have executed. */
export interface ComparedCall {
  readonly address: Address;
  readonly data: Buffer;
  /** The block at whose end they did. */
  readonly block: number;
  /** `unclear`: something that the call reads is not known any more, or the thread that executes failed. */
  readonly result: 'same' | 'different' | 'unclear';
  /** A digest of what the reference did; empty where that is unclear. */
  readonly reference: Buffer;
}
