import type { ObservedBlock } from './observed-block.js';
import type { Row } from './row.js';

/** Rows of view `storage_value` for a block: the word at its end in every slot that it wrote, except slots of a contract that it destroyed. */
export function expectedStorage({ block, accountDiffs }: ObservedBlock): Row[] {
  const last = new Map<string, Row>();
  for (const { address, codeBefore, codeAfter, slots } of (accountDiffs ?? []).flat()) {
    for (const { slot, before, now } of slots) {
      if (before === now) continue;
      const row = { block_number: Number(block.number), address, slot: withoutZeros(slot) };
      last.set(address + slot, { ...row, value: withoutZeros(now) });
    }
    const hasEnded = codeAfter === '0x' && codeBefore !== '0x' && !codeBefore.startsWith('0xef0100');
    for (const [key, row] of last)
      if (hasEnded && row.address === address) last.set(key, { ...row, value: '0x' });
  }
  return [...last.values()];
}

const withoutZeros = (word: string): string => `0x${word.slice(2).replace(/^(00)+/, '')}`;

/** Rows of table `account_state` for a block: ether and nonce after the last transaction that changed them. */
export function expectedAccounts({ block, accountDiffs }: ObservedBlock): Row[] {
  const last = new Map<string, Record<string, string | number | null>>();
  for (const { address, balance, nonce } of (accountDiffs ?? []).flat()) {
    if (!balance && !nonce) continue;
    const row = last.get(address) ?? { block_number: Number(block.number), address, wei: null, nonce: null };
    if (balance) row.wei = balance;
    if (nonce) row.nonce = nonce;
    last.set(address, row);
  }
  return [...last.values()];
}

const ETHER = 10n ** 18n;

/** Rows of table `native_credit` of a block. */
export function expectedCredits({ block, ommers = [] }: ObservedBlock): Row[] {
  const paid = new Map<string, bigint>();
  const pay = (address: string, wei: bigint): void => {
    if (wei > 0n) paid.set(address, (paid.get(address) ?? 0n) + wei);
  };
  const number = Number(block.number);
  if (BigInt(block.difficulty) > 0n && number > 0) {
    const reward = (number < 4_370_000 ? 5n : number < 7_280_000 ? 3n : 2n) * ETHER;
    pay(block.miner, reward + (reward * BigInt(ommers.length)) / 32n);
    for (const ommer of ommers)
      pay(ommer.miner, (reward * (8n + BigInt(ommer.number) - BigInt(number))) / 8n);
  }
  for (const { address, amount } of block.withdrawals ?? []) pay(address, BigInt(amount) * 10n ** 9n);
  return [...paid].map(([address, wei]) => ({ block_number: number, address, wei: String(wei) }));
}
