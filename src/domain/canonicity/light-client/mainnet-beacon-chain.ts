import type { BeaconChain } from './follow-chain.js';

const SLOTS_PER_EPOCH = 32;
const CAPELLA_EPOCH = 194_048;
const DENEB_EPOCH = 269_568;
const ELECTRA_EPOCH = 364_032;
const FULU_EPOCH = 411_392;

const fork = (epoch: number, version: string) =>
  [epoch * SLOTS_PER_EPOCH, Buffer.from(version, 'hex')] as const;

/** The beacon chain of mainnet since Capella. @param gloasSlot first slot of Gloas, where its time is known */
export function mainnetBeaconChain(gloasSlot?: number): BeaconChain {
  return {
    genesisValidatorsRoot: Buffer.from(
      '4b363db94e286120d76eb905340fdd4e54bfe9f06bf33ff6cf5ad27f511bfe95',
      'hex',
    ),
    forks: [
      fork(CAPELLA_EPOCH, '03000000'),
      fork(DENEB_EPOCH, '04000000'),
      fork(ELECTRA_EPOCH, '05000000'),
      fork(FULU_EPOCH, '06000000'),
      ...(gloasSlot === undefined ? [] : [[gloasSlot, Buffer.from('07000000', 'hex')] as const]),
    ],
    denebSlot: DENEB_EPOCH * SLOTS_PER_EPOCH,
    electraSlot: ELECTRA_EPOCH * SLOTS_PER_EPOCH,
    ...(gloasSlot !== undefined && { gloasSlot }),
  };
}
