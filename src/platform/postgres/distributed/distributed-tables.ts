/**
 * Tables whose rows lie on the nodes of a cluster, each block's rows of all of them in one shard. Their primary keys have the
 * block's number, which a cluster asks of every unique key. All others lie on the coordinator.
 */
export const TABLES_BY_BLOCK: readonly string[] = [
  'account_state',
  'event_payload',
  'failed_frame',
  'internal_transfer',
  'log',
  'native_credit',
  'storage_answer',
  'storage_change',
  'transaction',
  'transfer',
  'withdrawal',
];
