/** Blocks of one bucket. A range that begins or ends inside a bucket reads its blocks one by one. */
export const BUCKET_BLOCKS = 256;

/** Adds to buckets; `rows` selects token, bucket, transfers, senders and receivers. */
export const addToBuckets = (rows: string): string => `
  INSERT INTO token_bucket (token, bucket, transfers, senders, receivers)
  SELECT token, bucket, sum(transfers), sum(senders), sum(receivers) FROM (${rows}) more
  GROUP BY token, bucket HAVING (sum(transfers), sum(senders), sum(receivers)) <> (0, 0, 0) ORDER BY token, bucket
  ON CONFLICT (token, bucket) DO UPDATE SET
    transfers = token_bucket.transfers + excluded.transfers,
    senders = token_bucket.senders + excluded.senders,
    receivers = token_bucket.receivers + excluded.receivers`;

/**
 * The rows that `addToBuckets` takes of holders: each counts in the bucket of the last block where it sent, and of the last where it received.
 *
 * @param moved a table with the token of each, and both blocks before (`was_`) and now; null where there is none
 */
export const lastMoves = (moved: string): string => `
  SELECT token, bucket, 0 AS transfers, senders, receivers
  FROM ${moved} CROSS JOIN LATERAL (VALUES
    (was_sent / ${BUCKET_BLOCKS}, -1, 0), (last_sent / ${BUCKET_BLOCKS}, 1, 0),
    (was_received / ${BUCKET_BLOCKS}, 0, -1), (last_received / ${BUCKET_BLOCKS}, 0, 1)
  ) side (bucket, senders, receivers)
  WHERE bucket IS NOT NULL`;
