import type { Address } from '../../domain/chain/hex.js';

/** A call of `to` with `data` (bytes); without data, the delegation of `to` is observed. */
export interface WitnessedCall {
  readonly to: Address;
  readonly data?: Uint8Array;
}
