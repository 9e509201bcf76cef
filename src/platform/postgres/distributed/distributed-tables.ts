import { PARTITIONED_TABLES } from '../partitions/partitioned-tables.js';

/**
 * Tables whose rows lie on the nodes of a cluster, by the column that names their shard: rows of one value, of all tables of a column, are in
 * one shard. Unique keys have the column, which a cluster asks of each. All others lie on the coordinator.
 */
export const TABLES_BY_COLUMN: Readonly<Record<string, readonly string[]>> = {
  address: ['account_state', 'native_credit'],
  // A pair lies by one of its addresses.
  address_a: ['counterparty_met', 'counterparty_sum'],
  block_number: [...PARTITIONED_TABLES, 'decoded_transfer'],
  slot: ['storage_answer', 'storage_change'],
  subject: ['fact', 'proof_segment', 'state_read_result', 'undecided_interval'],
  token: ['token_holder'],
};

export const DISTRIBUTED_TABLES: readonly string[] = Object.values(TABLES_BY_COLUMN).flat().sort();
