import { CAPELLA_SLOT, DENEB_SLOT, ELECTRA_SLOT, FULU_SLOT } from '../mainnet-slots.js';
import type { BeaconChain } from './follow-chain.js';

export const GENESIS_VALIDATORS_ROOT = '0x4b363db94e286120d76eb905340fdd4e54bfe9f06bf33ff6cf5ad27f511bfe95';

const fork = (slot: number, version: string) => [slot, Buffer.from(version, 'hex')] as const;

/** The beacon chain of mainnet since Capella. @param gloasSlot first slot of Gloas, where its time is known */
export function mainnetBeaconChain(gloasSlot?: number): BeaconChain {
  return {
    genesisValidatorsRoot: Buffer.from(GENESIS_VALIDATORS_ROOT.slice(2), 'hex'),
    forks: [
      fork(CAPELLA_SLOT, '03000000'),
      fork(DENEB_SLOT, '04000000'),
      fork(ELECTRA_SLOT, '05000000'),
      fork(FULU_SLOT, '06000000'),
      ...(gloasSlot === undefined ? [] : [fork(gloasSlot, '07000000')]),
    ],
    denebSlot: DENEB_SLOT,
    electraSlot: ELECTRA_SLOT,
    ...(gloasSlot !== undefined && { gloasSlot }),
  };
}
