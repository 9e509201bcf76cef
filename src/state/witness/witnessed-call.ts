import { fromHex } from '../../domain/chain/codec/hex.js';
import type { Address, Hex } from '../../domain/chain/hex.js';
import type { EvidenceRef } from '../../domain/chain/record/evidence-ref.js';

/** A call of `to` with `data` (bytes); without data, the delegation of `to` is observed, of calls with a selector if there is one. */
export interface WitnessedCall {
  readonly to: Address;
  readonly data?: Uint8Array;
  readonly selector?: Uint8Array;
}

/** A call with data. */
export type WitnessedView = Required<Pick<WitnessedCall, 'to' | 'data'>>;

/** The call of a ref to a view call or a delegation. */
export function witnessedCallOf({ kind, rest: [to, last] }: EvidenceRef): WitnessedCall {
  const bytes = last === undefined ? undefined : fromHex(last as Hex);
  return { to: to as Address, ...(bytes && (kind === 'delegation' ? { selector: bytes } : { data: bytes })) };
}
