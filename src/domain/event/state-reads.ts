import type { Address } from '../chain/hex.js';
/** Asks nodes for state that an answer needs. The result is stored for later answers. */
export abstract class StateReads {
  /**
   * Requests a read at the end of a stored block. Does nothing while too many requests are open; a later call
   * tries again.
   * @param subject `0x` and 40 lower-case hex characters
   * @param what as in `StateReadResult`
   */
  abstract request(subject: Address, what: string, block: number): Promise<void>;
}
