import type { Address } from '../../../domain/chain/hex.js';
import type { ForkRules } from './fork-rules.js';

/**
 * Caller and origin of a view call. It sends no value and pays nothing per gas. A call that asks for its caller, and
 * that a claim rests on, is made by another one too.
 */
export const CALLER = `0x${'00'.repeat(20)}` as Address;

/** What may differ from one call to the next. What is left out is as by convention. */
export interface CallConditions {
  readonly caller?: Address;
  /** Whether all accounts and slots are warm from the beginning. A transaction can have so many (EIP-2930). */
  readonly isWarm?: true;
}

/**
 * Accounts that are warm when a view call begins (EIP-2929), as in a transaction. The block's beneficiary is
 * not, by convention: otherwise the gas of a run would depend on who proposed the block.
 */
export function warmAddresses(caller: Address, to: Address, rules: ForkRules): readonly string[] {
  return [caller, to, ...rules.precompiles.keys()];
}
