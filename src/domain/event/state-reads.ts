import type { Address } from '../chain/hex.js';
/** Asks nodes for state on behalf of an answer. The result is stored, so that a later answer has it. */
export abstract class StateReads {
  /**
   * Requests a read at the end of a stored block. Nothing happens while too many are open: then a later call requests it.
   * @param subject `0x` and 40 lower-case hex characters
   * @param what as in `StateReadResult`
   */
  abstract request(subject: Address, what: string, block: number): Promise<void>;
}
