import { gloasSlotOf } from '../../domain/canonicity/mainnet-slots.js';
import type { Hash } from '../../domain/chain/hex.js';
import { type FollowedData, LightClientSource } from '../../node/consensus/light-client-source.js';
import type { Config } from '../../platform/config/config.js';
import { forkSchedule } from '../projection/projectors.js';

/**
 * The light-client data of `BEACON_URLS` that lead from a beacon block that the reader of a bundle trusts to
 * the newest final block.
 *
 * @throws Error without a beacon node, SourceExhausted
 */
export async function lightClientData(
  { beaconUrls, forkTimes }: Config,
  checkpoint: Hash,
): Promise<FollowedData> {
  if (beaconUrls.length === 0) throw new Error('--checkpoint needs a beacon node: set BEACON_URLS');
  const source = new LightClientSource(beaconUrls);
  try {
    return await source.from(checkpoint, gloasSlotOf(forkSchedule(forkTimes)));
  } finally {
    await source.close();
  }
}
