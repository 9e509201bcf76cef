import type { Header } from '../record/block.js';

const ETHER = 10n ** 18n;
/** Block reward in wei, by the first block of the fork that set it. */
const BLOCK_REWARDS = [
  { since: 7_280_000, wei: 2n * ETHER },
  { since: 4_370_000, wei: 3n * ETHER },
  { since: 0, wei: 5n * ETHER },
];
/** An ommer earns the block reward, less an eighth for each block from its number to the including one's. */
const OMMER_SHARES = 8;
/** A miner gets the block reward divided by this for each included ommer. */
const INCLUSION_SHARE = 32n;

/** The payment to one account. */
export interface Reward {
  readonly address: Buffer;
  readonly wei: bigint;
}

/** Protocol payments for a mined block and its ommers, on mainnet; none since proof of stake. */
export function blockRewards(header: Header, ommers: readonly Header[]): Reward[] {
  if (header.difficulty === 0n || header.number === 0) return [];
  const { wei: reward } = BLOCK_REWARDS.find(({ since }) => header.number >= since)!;
  return [
    { address: header.beneficiary, wei: reward + (reward / INCLUSION_SHARE) * BigInt(ommers.length) },
    ...ommers.map(({ beneficiary, number }) => ({
      address: beneficiary,
      wei: (reward * BigInt(OMMER_SHARES + number - header.number)) / BigInt(OMMER_SHARES),
    })),
  ];
}
