import { PROXY_SLOT_NAMES } from './expected-contracts.js';
import { expectedHolders, holderSums } from './expected-holders.js';
import { expectedSettings } from './expected-settings.js';
import { expectedTransfers, reading } from './expected-transfers.js';
import type { ObservedBlock } from './observed-block.js';
import type { Row } from './row.js';

/** Rows of the tables that sum the activity of tokens, and the blocks at which their declarations are read. */
export function expectedTokens(
  chain: readonly ObservedBlock[],
): Readonly<
  Record<
    'token' | 'token_activity' | 'token_bucket' | 'token_declaration' | 'token_setting' | 'token_holder',
    Row[]
  >
> {
  const tokens = new Map<string, Record<string, bigint>>();
  const activity = new Map<string, Record<string, bigint>>();
  const buckets = new Map<string, number>();
  const firsts = new Map<string, number>();
  for (const observed of chain) {
    const number = Number(observed.block.number);
    const sumsOf = (token: string) =>
      [tokens, activity].map((sums) => {
        const key = sums === tokens ? token : `${number} ${token}`;
        return sums.get(key) ?? sums.set(key, { ...NO_SUMS }).get(key)!;
      });
    for (const log of observed.receipts.flatMap(({ logs }) => logs)) {
      const counts = reading(log)?.counts;
      if (counts === undefined) continue;
      if (!firsts.has(log.address)) firsts.set(log.address, number);
      for (const sums of sumsOf(log.address)) sums[counts]!++;
    }
    let before: Row | undefined;
    for (const transfer of expectedTransfers(observed)) {
      const { token, from_address, to_address, value } = transfer;
      const isEvent = before?.log_index !== transfer.log_index;
      before = transfer;
      const bucket = `${token} ${bucketOf(number)}`;
      if (isEvent) buckets.set(bucket, (buckets.get(bucket) ?? 0) + 1);
      for (const sums of sumsOf(token as string)) {
        if (isEvent) sums.transfers!++;
        if (isEvent && from_address === null) sums.mints!++;
        if (isEvent && to_address === null && from_address !== null) sums.burns!++;
        if (from_address === null) sums.minted! += BigInt((value ?? 0) as string);
        if (to_address === null && from_address !== null) sums.burned! += BigInt((value ?? 0) as string);
      }
    }
  }
  const holders = expectedHolders(chain);
  const settings = chain.flatMap((observed) => {
    const block_number = Number(observed.block.number);
    return settingsOf(observed).map((token) => ({ token, block_number }));
  });
  const isSetting = new Set(settings.map(({ token, block_number }) => `${block_number} ${token}`));
  const again = settings.filter(({ token, block_number }) => firsts.get(token)! < block_number);
  const first = [...firsts].map(([token, block_number]) => ({ token, block_number }));
  return {
    token: [...tokens].map(([address, sums]) => ({
      ...{ address, ...texts(sums) },
      ...holderSums(holders.filter(({ token }) => token === address)),
    })),
    token_activity: [...activity].map(([key, sums]) => {
      const [number, token] = key.split(' ') as [string, string];
      return { block_number: Number(number), token, ...texts(sums) };
    }),
    token_bucket: [...buckets].map(([key, transfers]) => {
      const [token, bucket] = key.split(' ') as [string, string];
      const lastIn = (side: 'last_sent' | 'last_received') =>
        holders.filter((one) => one.token === token && bucketOf(one[side]) === Number(bucket)).length;
      return { token, bucket, transfers, senders: lastIn('last_sent'), receivers: lastIn('last_received') };
    }),
    token_declaration: [...first, ...again].map(({ token, block_number }) => ({
      ...{ token, block_number },
      is_setting: isSetting.has(`${block_number} ${token}`),
    })),
    token_setting: settings.filter(
      ({ token, block_number }) => !((firsts.get(token) ?? Infinity) <= block_number),
    ),
    token_holder: holders.map((row) => ({ ...row, amount: String(row.amount) })),
  };
}

const bucketOf = (block: number | null): number | null => (block === null ? null : Math.floor(block / 256));

/** Addresses that may declare something else after a block: by new code, another pointer of a proxy, or other writes of their own. */
function settingsOf({ block, receipts, accountDiffs = [] }: ObservedBlock): string[] {
  const changed = accountDiffs.map((diffs) =>
    diffs.map(({ address, codeBefore, codeAfter, delegates, slots }) => ({
      address,
      isRecoded: delegates || codeBefore !== codeAfter,
      slots: slots.filter(({ before, now }) => before !== now).map(({ slot }) => slot),
    })),
  );
  const replaced = changed
    .flat()
    .filter(({ isRecoded, slots }) => isRecoded || slots.some((slot) => PROXY_SLOT_NAMES[slot]))
    .map(({ address }) => address);
  const set = expectedSettings(
    changed.map((written, at) => ({
      to: (block.transactions[at] as { readonly to: string | null }).to,
      failed: receipts[at]!.status === '0x0',
      logs: receipts[at]!.logs,
      written: written.filter(({ isRecoded }) => !isRecoded),
    })),
  );
  return [...new Set([...replaced, ...set])];
}

const NO_SUMS: Readonly<Record<string, bigint>> = Object.fromEntries(
  [
    ...['erc20_transfers', 'erc721_transfers', 'erc1155_transfers', 'unindexed_transfers', 'erc777_events'],
    ...['erc4626_events', 'transfers', 'mints', 'burns', 'minted', 'burned'],
  ].map((column) => [column, 0n]),
);

const texts = (sums: Readonly<Record<string, bigint>>): Record<string, string> =>
  Object.fromEntries(Object.entries(sums).map(([column, sum]) => [column, String(sum)]));
