import { readForks } from '../definition/read-definitions.js';
import { gloasSlotOf } from '../domain/canonicity/mainnet-slots.js';
import { withForkTimes } from '../domain/chain/protocol/fork-schedule.js';
import type { ChainKind } from '../domain/chain/record/chain-kind.js';

/** The chain and the nodes that bundles and explanations are made with. */
export class BundleSettings {
  /**
   * @param nodeUrls the nodes that may prove accounts; called for each bundle
   * @param beaconUrls the beacon nodes that give light-client data; called for each bundle
   */
  constructor(
    readonly chain: ChainKind,
    readonly nodeUrls: () => readonly string[],
    readonly beaconUrls: () => readonly string[],
  ) {}

  /** First slot of Gloas, where its time is known. */
  get gloasSlot(): number | undefined {
    return gloasSlotOf(withForkTimes(readForks(), this.chain.forkTimes ?? new Map()));
  }
}
