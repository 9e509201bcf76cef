import type { VerifiedBlock } from '../../domain/chain/record/block.js';
import { type TokenEventKind, tokenEventKind } from '../../domain/token/token-event.js';
import { tokenTransfers } from '../../domain/token/token-transfer.js';

/** Counters of a token; each is a column of the same name. */
export const TOKEN_COUNTS = [
  'erc20_transfers',
  'erc721_transfers',
  'erc1155_transfers',
  'unindexed_transfers',
  'erc777_events',
  'erc4626_events',
  'transfers',
  'mints',
  'burns',
] as const;
type TokenCount = (typeof TOKEN_COUNTS)[number];

/** Sums of a token; each is a column of the same name. */
export const TOKEN_AMOUNTS = ['minted', 'burned'] as const;

/** Events of one token. */
export interface TokenActivity {
  readonly token: Buffer;
  readonly counts: Record<TokenCount, number>;
  readonly amounts: Record<(typeof TOKEN_AMOUNTS)[number], bigint>;
}

const COUNTED_AS: Readonly<Record<TokenEventKind, TokenCount>> = {
  erc20: 'erc20_transfers',
  erc721: 'erc721_transfers',
  erc1155_single: 'erc1155_transfers',
  erc1155_batch: 'erc1155_transfers',
  unindexed: 'unindexed_transfers',
  erc777_sent: 'erc777_events',
  erc777_minted: 'erc777_events',
  erc777_burned: 'erc777_events',
  erc4626: 'erc4626_events',
};

/** The tokens to which one block's logs refer, in the order of their first event. */
export function tokenActivity({ receipts }: VerifiedBlock): TokenActivity[] {
  const byToken = new Map<string, TokenActivity>();
  for (const { logs } of receipts) {
    for (const log of logs) {
      const kind = tokenEventKind(log);
      if (kind !== undefined) activityOf(byToken, log.address).counts[COUNTED_AS[kind]]++;
    }
    for (const { token, batchIndex, from, to, value = 0n } of tokenTransfers(logs)) {
      const { counts, amounts } = activityOf(byToken, token);
      // The elements of a batch are one event.
      const events = batchIndex === 0 ? 1 : 0;
      counts.transfers += events;
      // A transfer from the zero address to itself counts as minted, without a holder.
      if (from === undefined) {
        counts.mints += events;
        amounts.minted += value;
      } else if (to === undefined) {
        counts.burns += events;
        amounts.burned += value;
      }
    }
  }
  return [...byToken.values()];
}

const NO_COUNTS = Object.fromEntries(TOKEN_COUNTS.map((count) => [count, 0])) as Record<TokenCount, number>;

function activityOf(byToken: Map<string, TokenActivity>, token: Buffer): TokenActivity {
  const key = token.toString('latin1');
  let activity = byToken.get(key);
  if (!activity) {
    activity = { token, counts: { ...NO_COUNTS }, amounts: { minted: 0n, burned: 0n } };
    byToken.set(key, activity);
  }
  return activity;
}
