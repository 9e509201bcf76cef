import type { Address } from '../../../domain/chain/hex.js';
import type { ForkRules } from '../fork-rules.js';
import type { Run } from '../run.js';
import type { GasCosts } from './gas-costs.js';
import { WarmAccesses } from './warm-accesses.js';

/** What frames of one run share besides what the run itself notes: what is warm, and so what an access costs. */
export class FastRun {
  readonly warm: WarmAccesses;

  constructor(
    readonly run: Run,
    private readonly costs: GasCosts,
    rules: ForkRules,
  ) {
    this.warm = new WarmAccesses(rules.precompiles);
  }

  accountGas(address: Address): number {
    if (!this.costs.hasWarmAccesses) return 0;
    return this.warm.touchAccount(address) ? this.costs.warm : this.costs.coldAccount;
  }

  slotGas(address: Address, slot: bigint): number {
    if (!this.costs.hasWarmAccesses) return 0;
    return this.warm.touchSlot(address, slot) ? this.costs.warm : this.costs.coldSlot;
  }
}
