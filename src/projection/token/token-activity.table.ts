import type { PoolClient } from 'pg';
import type { VerifiedBlock } from '../../domain/chain/record/block.js';
import { BinaryCopy } from '../../platform/postgres/binary-copy.js';
import { copyInto } from '../../platform/postgres/copy-into.js';
import { BUCKET_BLOCKS, type HolderSumChanges } from './holder-sum-changes.js';
import { TOKEN_AMOUNTS, TOKEN_COUNTS, tokenActivity } from './token-activity.js';
import type { DeclaringBlock } from './token-declaration.js';
import { addToTokens } from './token-sums.table.js';

const COPY = `
COPY token_activity (block_number, token, erc20_transfers, erc721_transfers, erc1155_transfers, unindexed_transfers,
  erc777_events, erc4626_events, transfers, mints, burns, minted, burned)
FROM STDIN BINARY`;

/** Returns the remaining number of events of each token. */
const SUBTRACT = `
WITH undone AS (
  DELETE FROM token_activity WHERE block_number BETWEEN $1 AND $2 RETURNING *
), emptied AS (
  SELECT token, block_number / $3 AS bucket, sum(transfers) AS transfers FROM undone GROUP BY 1, 2
), fewer AS (
  UPDATE token_bucket SET transfers = token_bucket.transfers - emptied.transfers
  FROM emptied WHERE (token_bucket.token, token_bucket.bucket) = (emptied.token, emptied.bucket)
), summed AS (
  SELECT token, sum(erc20_transfers) AS erc20_transfers, sum(erc721_transfers) AS erc721_transfers,
         sum(erc1155_transfers) AS erc1155_transfers, sum(unindexed_transfers) AS unindexed_transfers,
         sum(erc777_events) AS erc777_events, sum(erc4626_events) AS erc4626_events, sum(transfers) AS transfers,
         sum(mints) AS mints, sum(burns) AS burns, sum(minted) AS minted, sum(burned) AS burned
  FROM undone GROUP BY token
)
UPDATE token SET
  erc20_transfers = token.erc20_transfers - summed.erc20_transfers,
  erc721_transfers = token.erc721_transfers - summed.erc721_transfers,
  erc1155_transfers = token.erc1155_transfers - summed.erc1155_transfers,
  unindexed_transfers = token.unindexed_transfers - summed.unindexed_transfers,
  erc777_events = token.erc777_events - summed.erc777_events,
  erc4626_events = token.erc4626_events - summed.erc4626_events,
  transfers = token.transfers - summed.transfers,
  mints = token.mints - summed.mints,
  burns = token.burns - summed.burns,
  minted = token.minted - summed.minted,
  burned = token.burned - summed.burned
FROM summed WHERE address = summed.token
RETURNING address, token.erc20_transfers + token.erc721_transfers + token.erc1155_transfers + token.unindexed_transfers + token.erc777_events +
       token.erc4626_events + token.transfers + token.mints + token.burns AS events`;

const DELETE_EMPTIED = `
DELETE FROM token_bucket
WHERE token = ANY($1) AND bucket BETWEEN $2::int8 / $4 AND $3::int8 / $4 AND transfers = 0`;

/** Writes the activity of tokens by block. */
export class TokenActivityTable {
  readonly #rows = new BinaryCopy(2 + TOKEN_COUNTS.length + TOKEN_AMOUNTS.length);

  /**
   * Adds the events of blocks, and what became of their holders, to their tokens. Blocks may come in any order.
   * @returns the block where each token is seen first, and again each lower block that comes after it
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
        // Several of one token where its blocks come downwards: as many as if each block came alone.
        if (number < (lowest.get(key) ?? Infinity)) {
          lowest.set(key, number);
          firsts.push({ token, blockNumber: number });
        }
        this.#rows.row().int4(number).bytea(token);
        for (const count of TOKEN_COUNTS) this.#rows.int4(counts[count]);
        for (const amount of TOKEN_AMOUNTS) this.#rows.numeric(amounts[amount]);
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

/** Subtracts the events of blocks. A token without events and a bucket without transfers are deleted. */
export async function undoActivity(tx: PoolClient, from: number, to: number): Promise<void> {
  const { rows: left } = await tx.query<{ address: Buffer; events: string }>(SUBTRACT, [
    from,
    to,
    BUCKET_BLOCKS,
  ]);
  if (left.length === 0) return;
  const touched = left.map(({ address }) => address);
  await tx.query(DELETE_EMPTIED, [touched, from, to, BUCKET_BLOCKS]);
  const gone = left.filter(({ events }) => Number(events) === 0).map(({ address }) => address);
  if (gone.length > 0) await tx.query('DELETE FROM token WHERE address = ANY($1)', [gone]);
}

export async function clearActivity(tx: PoolClient): Promise<void> {
  await tx.query('TRUNCATE token, token_activity, token_bucket');
}
