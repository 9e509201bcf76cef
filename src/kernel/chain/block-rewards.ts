import type { Header } from './block.js';

const ETHER = 10n ** 18n;
/** Wei a block was worth to whoever mined it, by the first block of the fork that set it. */
const BLOCK_REWARDS = [
  { since: 7_280_000, wei: 2n * ETHER },
  { since: 4_370_000, wei: 3n * ETHER },
  { since: 0, wei: 5n * ETHER },
];
/** An ommer is worth an eighth less for each generation that it is older. */
const OMMER_SHARES = 8;
/** Of a block's reward, what its miner is paid for each ommer it includes. */
const INCLUSION_SHARE = 32n;

/** What one account is paid. */
export interface Reward {
  readonly address: Buffer;
  readonly wei: bigint;
}

/** What the protocol pays for a mined block and the ommers it includes, on mainnet; nothing since blocks are not mined. */
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
