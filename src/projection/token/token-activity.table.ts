import type { PoolClient } from 'pg';
import type { VerifiedBlock } from '../../domain/chain/record/block.js';
import { BinaryCopy } from '../../platform/postgres/binary-copy.js';
import { copyInto } from '../../platform/postgres/copy-into.js';
import type { HolderSumChanges } from './holder-sum-changes.js';
import { TOKEN_AMOUNTS, TOKEN_COUNTS, tokenActivity } from './token-activity.js';
import type { DeclaringBlock } from './token-declaration.js';
import { addToTokens } from './token-sums.table.js';

const COPY = `
COPY token_activity (block_number, token, erc20_transfers, erc721_transfers, erc1155_transfers, unindexed_transfers,
  erc777_events, erc4626_events, transfers, mints, burns, minted, burned)
FROM STDIN BINARY`;

/** Writes the activity of tokens by block. */
export class TokenActivityTable {
  readonly #rows = new BinaryCopy(2 + TOKEN_COUNTS.length + TOKEN_AMOUNTS.length);

  /**
   * Adds the events of blocks, and the changes of their holders, to their tokens. Blocks may come in any
   * order.
   * @returns for each token, the block in which it is first seen, and each lower block that comes later
   */
  async add(
    tx: PoolClient,
    blocks: readonly VerifiedBlock[],
    held: HolderSumChanges,
  ): Promise<DeclaringBlock[]> {
    this.#rows.clear();
    const firsts: DeclaringBlock[] = [];
    const lowest = new Map<string, number>();
    for (const block of blocks) {
      const { number } = block.header;
      for (const { token, counts, amounts } of tokenActivity(block)) {
        const key = token.toString('latin1');
        // Several blocks of one token if they come in descending order: the same as if each came alone.
        if (number < (lowest.get(key) ?? Infinity)) {
          lowest.set(key, number);
          firsts.push({ token, blockNumber: number });
        }
        this.#rows.row().int4(number).bytea(token);
        // Most counts are zero; as nulls they take no space. Only the count of transfers is summed by
        // readers.
        for (const count of TOKEN_COUNTS)
          this.#rows.int4(count === 'transfers' ? counts[count] : counts[count] || undefined);
        for (const amount of TOKEN_AMOUNTS) this.#rows.numeric(amounts[amount] || undefined);
      }
    }
    await copyInto(tx, COPY, this.#rows.finish());
    await addToTokens(
      tx,
      blocks.map(({ header }) => header.number),
      held,
    );
    return firsts;
  }
}

export async function clearActivity(tx: PoolClient): Promise<void> {
  await tx.query('TRUNCATE token, token_activity, token_bucket');
}
