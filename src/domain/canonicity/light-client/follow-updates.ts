import { type Followed, followChain } from './follow-chain.js';
import { decodeBootstrap, decodeCommitteeUpdate, decodeFinalityUpdate } from './light-client-data.js';
import { mainnetBeaconChain } from './mainnet-beacon-chain.js';

/** SSZ that beacon nodes serve to light clients. */
export interface LightClientData {
  readonly bootstrap: Buffer;
  /** Ascending by period. */
  readonly updates: readonly Buffer[];
  readonly finality: Buffer;
}

/**
 * Follows the sync committees of mainnet.
 *
 * @param gloasSlot first slot of Gloas, where its time is known
 * @throws ProofFails
 * @throws MalformedField
 */
export function followUpdates(
  { bootstrap, updates, finality }: LightClientData,
  gloasSlot?: number,
): Followed {
  const proof = {
    bootstrap: decodeBootstrap(bootstrap),
    updates: updates.map(decodeCommitteeUpdate),
    finality: decodeFinalityUpdate(finality),
  };
  return followChain(proof, mainnetBeaconChain(gloasSlot));
}
