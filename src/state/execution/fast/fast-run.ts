import type { Address } from '../../../domain/chain/hex.js';
import type { ForkRules } from '../run/fork-rules.js';
import type { Run } from '../run/run.js';
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
    const isWarm = this.run.isWarm || this.warm.touchAccount(address);
    return isWarm ? this.costs.warm : this.costs.coldAccount;
  }

  slotGas(address: Address, slot: bigint): number {
    if (!this.costs.hasWarmAccesses) return 0;
    const isWarm = this.run.isWarm || this.warm.touchSlot(address, slot);
    return isWarm ? this.costs.warm : this.costs.coldSlot;
  }

  /** Notes an access to an account that a frame has paid for with gas that its caller asked for. */
  notePriced(address: Address): void {
    if (this.costs.hasWarmAccesses) this.run.notePriced(address);
  }
}
