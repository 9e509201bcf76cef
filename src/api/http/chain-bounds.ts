import type { Network } from '../../domain/chain/record/network.js';

/** Settings of the served chain. */
export class ChainBounds {
  /**
   * @param firstBlock lowest block that exists; nothing below it is ever missing
   * @param reconciliationBlocks number of newest blocks whose touched addresses may still change
   */
  constructor(
    readonly firstBlock: number,
    readonly network: Network,
    readonly reconciliationBlocks = 2,
  ) {}
}
