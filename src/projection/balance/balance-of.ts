import type { StateReadResult } from '../../domain/event/state-read-result.js';

/** Selector of `balanceOf(address)` and the padding of its argument. */
const BALANCE_OF = `0x70a08231${'0'.repeat(24)}`;
const HOLDER_DIGITS = 40;
const WORD = 32;

/** Requester of reads for balances. Layout searches have their own. */
export const BALANCE_REQUESTS = 'balance request';
/** Most balance reads that may be open on behalf of requests. */
export const MAX_BALANCE_REQUESTS = 1_000;

/** The `balanceOf` read for an address (20 bytes), as `StateReadResult.what`. */
export function balanceOf(holder: Buffer): string {
  return BALANCE_OF + holder.toString('hex');
}

/** The address whose balance a read asks for; undefined for other reads. */
export function holderRead(what: string): Buffer | undefined {
  return what.startsWith(BALANCE_OF) && what.length === BALANCE_OF.length + HOLDER_DIGITS
    ? Buffer.from(what.slice(BALANCE_OF.length), 'hex')
    : undefined;
}

/** The word that a token returned; undefined when it returned none. */
export function returnedBalance({ outcome, output }: StateReadResult): Buffer | undefined {
  return outcome === 'answered' && output.length === WORD ? output : undefined;
}
