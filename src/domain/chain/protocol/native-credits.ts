import type { VerifiedBlock } from '../record/block.js';
import { blockRewards, type Reward } from './block-rewards.js';

const WEI_PER_GWEI = 10n ** 9n;

/** Protocol payments after the last transaction of a block, one sum for each account. Miners of unknown ommers are left out. */
export function nativeCredits({
  header,
  ommers = [],
  withdrawals = [],
}: Pick<VerifiedBlock, 'header' | 'ommers' | 'withdrawals'>): Iterable<Reward> {
  const sums = new Map<string, Reward>();
  const add = (address: Buffer, wei: bigint): void => {
    if (wei === 0n) return;
    const key = address.toString('latin1');
    sums.set(key, { address, wei: (sums.get(key)?.wei ?? 0n) + wei });
  };
  for (const { address, wei } of blockRewards(header, ommers)) add(address, wei);
  for (const { address, amountGwei } of withdrawals) add(address, amountGwei * WEI_PER_GWEI);
  return sums.values();
}
