import type { VerifiedBlock } from '../../kernel/chain/block.js';
import { type TokenEventKind, tokenEventKind } from '../../kernel/token/token-event.js';

/** What is counted of a token; each is a column. */
export const TOKEN_COUNTS = [
  'erc20_transfers',
  'erc721_transfers',
  'erc1155_transfers',
  'unindexed_transfers',
  'erc777_events',
  'erc4626_events',
] as const;

/** Events of one token, in the order of `TOKEN_COUNTS`. */
export interface TokenActivity {
  readonly token: Buffer;
  readonly counts: number[];
}

const COUNTED_AS: Readonly<Record<TokenEventKind, (typeof TOKEN_COUNTS)[number]>> = {
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

/** The tokens that one block's logs are about, in order of their first event. */
export function tokenActivity({ receipts }: VerifiedBlock): TokenActivity[] {
  const byToken = new Map<string, TokenActivity>();
  for (const { logs } of receipts) {
    for (const log of logs) {
      const kind = tokenEventKind(log);
      if (kind === undefined) continue;
      const key = log.address.toString('latin1');
      let activity = byToken.get(key);
      if (!activity) {
        activity = { token: log.address, counts: TOKEN_COUNTS.map(() => 0) };
        byToken.set(key, activity);
      }
      const column = TOKEN_COUNTS.indexOf(COUNTED_AS[kind]);
      activity.counts[column] = activity.counts[column]! + 1;
    }
  }
  return [...byToken.values()];
}
