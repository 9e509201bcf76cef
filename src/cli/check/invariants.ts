/** A statement about the stored rows, and a query for the numbers of the blocks for which it is false. */
export interface Invariant {
  readonly says: string;
  readonly brokenBy: string;
}

const TOKEN_COUNTS = [
  ...['erc20_transfers', 'erc721_transfers', 'erc1155_transfers', 'unindexed_transfers', 'erc777_events'],
  ...['erc4626_events', 'transfers', 'mints', 'burns', 'minted', 'burned'],
];

const BY_BLOCK = [
  ...[
    'transaction',
    'log',
    'internal_transfer',
    'failed_frame',
    'decoded_transfer',
    'token_activity',
    'withdrawal',
    'code_change',
  ],
  ...[
    'slot_change',
    'storage_change',
    'storage_clearing',
    'price_answer',
    'price_reserve',
    'feed_phase',
    'fact',
  ],
];

/**
 * Invariants of the blocks from `$1` to `$2`. Every table in a query has this condition, because otherwise a
 * join could read the whole table for each few blocks.
 */
export const OF_BLOCKS: readonly Invariant[] = [
  {
    says: 'every canonical block has its row, and no other block has one',
    brokenBy: `SELECT coalesce(c.number, b.number) AS number
               FROM (SELECT number, hash FROM canonical_block WHERE number BETWEEN $1 AND $2) c
               FULL JOIN (SELECT number, hash FROM block WHERE number BETWEEN $1 AND $2) b ON b.number = c.number AND b.hash = c.hash
               WHERE c.number IS NULL OR b.number IS NULL`,
  },
  {
    says: 'a block has as many transactions as it states',
    brokenBy: `SELECT b.number FROM block b LEFT JOIN (SELECT block_number, count(*) AS n, sum(log_count) AS logs FROM transaction
               WHERE block_number BETWEEN $1 AND $2 GROUP BY 1) t ON t.block_number = b.number
               WHERE b.number BETWEEN $1 AND $2 AND (b.tx_count <> coalesce(t.n, 0) OR b.log_count <> coalesce(t.logs, 0))`,
  },
  {
    says: 'a block has as many logs as it states, numbered without holes',
    brokenBy: `SELECT b.number FROM block b LEFT JOIN (SELECT block_number, count(*) AS n, max(log_index) AS last FROM log
               WHERE block_number BETWEEN $1 AND $2 GROUP BY 1) l ON l.block_number = b.number
               WHERE b.number BETWEEN $1 AND $2 AND (b.log_count <> coalesce(l.n, 0) OR coalesce(l.last, -1) <> b.log_count - 1)`,
  },
  {
    says: 'internal transfers are inside transactions of blocks whose frames are covered',
    brokenBy: `SELECT i.number FROM (
                 SELECT DISTINCT i.block_number AS number, t.block_number IS NULL AS is_outside FROM internal_transfer i
                 LEFT JOIN transaction t ON t.block_number = i.block_number AND t.tx_index = i.tx_index
                   AND t.block_number BETWEEN $1 AND $2
                 WHERE i.block_number BETWEEN $1 AND $2) i
               LEFT JOIN coverage c ON c.family = 'frames' AND c.ranges @> i.number
               WHERE i.is_outside OR c.family IS NULL`,
  },
  {
    says: 'a block has as many withdrawals as it states',
    brokenBy: `SELECT b.number FROM block b LEFT JOIN (SELECT block_number, count(*) AS n, sum(amount_gwei) AS gwei FROM withdrawal
               WHERE block_number BETWEEN $1 AND $2 GROUP BY 1) w ON w.block_number = b.number
               WHERE b.number BETWEEN $1 AND $2
                 AND (b.withdrawal_count <> coalesce(w.n, 0) OR b.total_withdrawal_gwei <> coalesce(w.gwei, 0))`,
  },
  {
    says: 'no record belongs to a block that is not there',
    brokenBy: `SELECT DISTINCT r.block_number AS number FROM (${BY_BLOCK.map(
      (table) => `SELECT DISTINCT block_number FROM ${table} WHERE block_number BETWEEN $1 AND $2`,
    ).join(' UNION ALL ')}) r
               LEFT JOIN block b ON b.number = r.block_number AND b.number BETWEEN $1 AND $2 WHERE b.number IS NULL`,
  },
  {
    says: 'every token transfer is in a log of its token',
    brokenBy: `SELECT t.block_number AS number FROM decoded_transfer t LEFT JOIN log l
               ON l.block_number = t.block_number AND l.log_index = t.log_index AND l.tx_index = t.tx_index AND l.address = t.token
                  AND l.block_number BETWEEN $1 AND $2
               WHERE t.block_number BETWEEN $1 AND $2 AND l.block_number IS NULL`,
  },
  {
    says: 'every answer of a feed is in a log of its aggregator, in the hour of its block',
    brokenBy: `SELECT a.block_number AS number FROM price_answer a
               LEFT JOIN (SELECT block_number, log_index, address FROM log WHERE block_number BETWEEN $1 AND $2) l
               ON l.block_number = a.block_number AND l.log_index = a.log_index AND l.address = a.aggregator
               LEFT JOIN block b ON b.number = a.block_number AND b.timestamp / 3600 = a.hour AND b.number BETWEEN $1 AND $2
               WHERE a.block_number BETWEEN $1 AND $2 AND (l.block_number IS NULL OR b.number IS NULL)`,
  },
];

/** Invariants of claims whose events have the positions `$1` to `$2`. */
export const OF_CLAIMS: readonly Invariant[] = [
  {
    says: 'every proof hash is of its proof',
    brokenBy: `SELECT start_block AS number FROM segments_at_positions($1, $2) segment
               WHERE sha256(convert_to(proof_text(segment), 'UTF8')) <> proof_hash`,
  },
  {
    says: 'claims begin at blocks that are there',
    brokenBy: `SELECT segment.start_block AS number FROM segments_at_positions($1, $2) segment
               LEFT JOIN block b ON b.number = segment.start_block
               WHERE b.number IS NULL AND segment.definition_set = (SELECT id FROM definition_set WHERE current)`,
  },
];

/**
 * Invariants of all rows at once. For them a cluster sends the sums of transfers by holder to the
 * coordinator.
 */
export const OF_ALL: readonly Invariant[] = [
  {
    says: 'the buckets of fee recipients are the sums over their blocks',
    brokenBy: `SELECT coalesce(bucket.first_block, summed.first_block) AS number FROM fee_recipient_bucket bucket FULL JOIN (
                 SELECT number / 4096 AS bucket, fee_recipient, count(*) AS n, min(number) AS first_block, max(number) AS last_block,
                        sum(total_gas_fees - coalesce(base_fee_per_gas * gas_used, 0)) AS tips
                 FROM block GROUP BY 1, 2) summed USING (bucket, fee_recipient)
               WHERE (block_count, bucket.first_block, bucket.last_block, bucket.tips)
                     IS DISTINCT FROM (n, summed.first_block, summed.last_block, summed.tips)`,
  },
  {
    says: 'the days of validator queues are those of the samples',
    brokenBy: `SELECT q.epoch AS number FROM queue_day q LEFT JOIN chain_event e ON e.kind = 'QueueSampled' AND e.block_number = q.epoch
               WHERE e.position IS NULL`,
  },
  {
    says: 'the counts of a token are the sums over its blocks',
    brokenBy: `SELECT min(a.block_number) AS number FROM token_activity a LEFT JOIN token t ON t.address = a.token
               GROUP BY a.token, ${TOKEN_COUNTS.map((count) => `t.${count}`).join(', ')}
               HAVING (${TOKEN_COUNTS.map((count) => `coalesce(sum(a.${count}), 0)`).join(', ')})
                      IS DISTINCT FROM (${TOKEN_COUNTS.map((count) => `t.${count}`).join(', ')})
               UNION ALL
               SELECT -1 FROM token t WHERE NOT EXISTS (SELECT FROM token_activity a WHERE a.token = t.address)`,
  },
  {
    says: 'every holder of a token has the sum of its transfers',
    brokenBy: `SELECT coalesce(held.last_sent, held.last_received, side.last) AS number FROM token_holder held FULL JOIN (
                 SELECT token, holder, sum(amount) AS amount, count(*) FILTER (WHERE sends) AS sent, max(block_number) AS last,
                        max(block_number) FILTER (WHERE sends) AS last_sent, max(block_number) FILTER (WHERE NOT sends) AS last_received
                 FROM (SELECT token, from_address AS holder, -coalesce(value, 0) AS amount, block_number, true AS sends FROM transfer
                       UNION ALL SELECT token, to_address, coalesce(value, 0), block_number, false FROM transfer) s
                 WHERE holder IS NOT NULL GROUP BY token, holder) side
               ON side.token = held.token AND side.holder = held.holder
               WHERE (held.amount, held.sent, held.last_sent, held.last_received)
                     IS DISTINCT FROM (side.amount, side.sent, side.last_sent, side.last_received)`,
  },
  {
    says: 'a bucket of a token has the sum of its blocks, and the holders whose last transfer is in it',
    brokenBy: `SELECT coalesce(kept.bucket, summed.bucket) * 256 AS number
               FROM (SELECT token, bucket, sum(transfers) AS transfers, sum(senders) AS senders, sum(receivers) AS receivers
                     FROM (SELECT token, block_number / 256 AS bucket, transfers, 0 AS senders, 0 AS receivers FROM token_activity UNION ALL
                           SELECT token, last_sent / 256, 0, 1, 0 FROM token_holder WHERE last_sent IS NOT NULL UNION ALL
                           SELECT token, last_received / 256, 0, 0, 1 FROM token_holder WHERE last_received IS NOT NULL) part
                     GROUP BY 1, 2 HAVING sum(transfers) > 0 OR sum(senders) > 0 OR sum(receivers) > 0) summed
               FULL JOIN token_bucket kept USING (token, bucket)
               WHERE (kept.transfers, kept.senders, kept.receivers) IS DISTINCT FROM (summed.transfers, summed.senders, summed.receivers)`,
  },
  {
    says: 'what all holders of a token have is the sum over them',
    brokenBy: `SELECT -1 AS number FROM token t LEFT JOIN (
                 SELECT token, count(*) FILTER (WHERE amount > 0) AS amount_holders, count(*) FILTER (WHERE amount_moves > 0) AS ever,
                        sum(greatest(amount, 0)) AS amount_held, count(*) FILTER (WHERE items > 0) AS item_holders,
                        sum(greatest(items, 0)) AS items_held
                 FROM token_holder GROUP BY token) h ON h.token = t.address
               WHERE (t.amount_holders, t.amount_holders_ever, t.amount_held, t.item_holders, t.items_held)
                     <> (coalesce(h.amount_holders, 0), coalesce(h.ever, 0), coalesce(h.amount_held, 0),
                         coalesce(h.item_holders, 0), coalesce(h.items_held, 0))`,
  },
  {
    says: 'the code of every change of code is kept, and no other',
    brokenBy: `SELECT block_number AS number FROM code_change c WHERE code_hash IS NOT NULL
               AND NOT EXISTS (SELECT FROM code WHERE hash = c.code_hash)
               UNION ALL
               SELECT -1 FROM code WHERE NOT EXISTS (SELECT FROM code_change WHERE code_hash = code.hash)`,
  },
  {
    says: 'a folded bucket of counterparties is of canonical blocks',
    brokenBy: `SELECT to_block AS number FROM counterparty_bucket
               WHERE NOT EXISTS (SELECT FROM block WHERE number = to_block AND hash = end_hash)
               UNION ALL
               SELECT pair.from_block FROM (SELECT DISTINCT from_block FROM counterparty_in_bucket) pair
               LEFT JOIN counterparty_bucket bucket ON bucket.from_block = pair.from_block WHERE bucket.from_block IS NULL`,
  },
  {
    says: 'the counts of two counterparties are the sums over their buckets',
    brokenBy: `SELECT coalesce(summed.first_block, total.first_block) AS number
               FROM (SELECT address_a, address_b, sum(tx_count) AS txs, sum(succeeded_count) AS succeeded, sum(a_to_b_count) AS a_to_b,
                            sum(b_to_a_count) AS b_to_a, sum(external_count) AS external, sum(internal_count) AS internal,
                            sum(token_count) AS token, bit_or(token_flags) AS flags, min(first_block) AS first_block,
                            max(last_block) AS last_block
                     FROM counterparty_in_bucket GROUP BY 1, 2) summed
               FULL JOIN (SELECT address_a, address_b, sum(tx_count) AS tx_count, sum(succeeded_count) AS succeeded_count,
                            sum(a_to_b_count) AS a_to_b_count, sum(b_to_a_count) AS b_to_a_count, sum(external_count) AS external_count,
                            sum(internal_count) AS internal_count, sum(token_count) AS token_count, bit_or(token_flags) AS token_flags,
                            min(first_block) AS first_block, max(last_block) AS last_block
                     FROM counterparty GROUP BY 1, 2) total USING (address_a, address_b)
               WHERE (txs, succeeded, a_to_b, b_to_a, external, internal, token, flags, summed.first_block, summed.last_block)
                     IS DISTINCT FROM (tx_count, succeeded_count, a_to_b_count, b_to_a_count, external_count, internal_count,
                                       token_count, token_flags, total.first_block, total.last_block)`,
  },
  {
    says: 'the covered ranges of blocks are the canonical blocks',
    brokenBy: `SELECT coalesce(c.number, r.number) AS number FROM canonical_block c FULL JOIN (
                 SELECT generate_series(lower(range), upper(range) - 1) AS number
                 FROM coverage, unnest(ranges) AS range WHERE family = 'blocks') r ON r.number = c.number
               WHERE c.number IS NULL OR r.number IS NULL`,
  },
  {
    says: 'no two proofs carry one claim at one block',
    // A claim that still holds ends with its range, because later blocks are missing or lack records.
    brokenBy: `WITH range AS MATERIALIZED (
                 SELECT definition_set, definition, lower(run) AS first, upper(run) - 1 AS last
                 FROM served_definition, unnest(evaluated) run)
               SELECT b.start_block AS number FROM range JOIN proof_segment a USING (definition_set, definition)
               JOIN proof_segment b USING (definition_set, subject, definition, object)
               WHERE a.start_block BETWEEN first AND last AND a.start_block < b.start_block
                 AND coalesce(a.end_block, last) >= b.start_block`,
  },
  {
    says: 'a claim interval is neighbouring proofs of one value',
    brokenBy: `SELECT later.start_block AS number FROM proof_segment later
               WHERE definition_set = (SELECT id FROM definition_set WHERE current) AND later.interval_start < later.start_block AND NOT EXISTS (
                 SELECT FROM proof_segment before
                 WHERE (before.definition_set, before.subject, before.definition, before.object)
                     = (later.definition_set, later.subject, later.definition, later.object)
                   AND before.end_block = later.start_block - 1 AND before.interval_start = later.interval_start
                   AND before.value IS NOT DISTINCT FROM later.value)`,
  },
  {
    says: 'no fact is stored twice',
    brokenBy: `SELECT block_number AS number FROM fact
               GROUP BY subject, source, key, block_number, tx_index, ordinal, is_initial HAVING count(*) > 1`,
  },
];
