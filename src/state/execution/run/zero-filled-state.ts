import type { Address } from '../../../domain/chain/hex.js';
import { type AccountState, type StateSource, UNKNOWN, type Unknown } from './state-source.js';

/** Something of the state that a run asked for. */
export type AskedPlace =
  | { readonly kind: 'account'; readonly address: Address }
  | { readonly kind: 'code'; readonly address: Address }
  | { readonly kind: 'slot'; readonly address: Address; readonly slot: bigint };

const NO_CODE = new Uint8Array(0);

/**
 * A state with zeros in place of what another one does not know: a run goes on, and shows most of what it needs at once. Its result counts
 * only if nothing was missed.
 */
export abstract class ZeroFilledState implements StateSource {
  constructor(private readonly known: StateSource) {}

  /** Notes a place that is not known. @returns whether the run goes on with zero; otherwise it ends there */
  protected abstract miss(place: AskedPlace): boolean;

  account(address: Address): AccountState | undefined | Unknown {
    const account = this.known.account(address);
    return account === UNKNOWN && this.miss({ kind: 'account', address }) ? undefined : account;
  }

  code(address: Address): Uint8Array | Unknown {
    const code = this.known.code(address);
    return code === UNKNOWN && this.miss({ kind: 'code', address }) ? NO_CODE : code;
  }

  slot(address: Address, slot: bigint): bigint | Unknown {
    const value = this.known.slot(address, slot);
    return value === UNKNOWN && this.miss({ kind: 'slot', address, slot }) ? 0n : value;
  }
}
