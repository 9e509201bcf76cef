/** Constants of the demo's beacon chain. They are mainnet's, except for a churn so small that queues form. */
export const SECONDS_PER_SLOT = 12;
export const SLOTS_PER_EPOCH = 32;
export const FAR_FUTURE = 2n ** 64n - 1n;
export const MAX_SEED_LOOKAHEAD = 4;
export const WITHDRAWABILITY_DELAY = 256;
/** Epochs for which a validator must be active before it may exit. */
export const SHARD_COMMITTEE_PERIOD = 256;
export const MIN_ACTIVATION_GWEI = 32e9;
export const MAX_EFFECTIVE_GWEI = 2_048e9;
export const INCREMENT_GWEI = 1e9;
/**
 * Churn of an epoch. On mainnet it is at least 128 ether; with so few validators it is always the minimum.
 */
export const CHURN_GWEI = 32e9;

/** Answer of `/eth/v1/config/spec`. */
export const SPEC: Readonly<Record<string, string>> = {
  CONFIG_NAME: 'demo',
  DEPOSIT_CHAIN_ID: '1',
  SECONDS_PER_SLOT: String(SECONDS_PER_SLOT),
  SLOTS_PER_EPOCH: String(SLOTS_PER_EPOCH),
  ELECTRA_FORK_EPOCH: '0',
  MAX_SEED_LOOKAHEAD: String(MAX_SEED_LOOKAHEAD),
  MIN_VALIDATOR_WITHDRAWABILITY_DELAY: String(WITHDRAWABILITY_DELAY),
  SHARD_COMMITTEE_PERIOD: String(SHARD_COMMITTEE_PERIOD),
  MIN_ACTIVATION_BALANCE: String(MIN_ACTIVATION_GWEI),
  MAX_EFFECTIVE_BALANCE_ELECTRA: String(MAX_EFFECTIVE_GWEI),
  EFFECTIVE_BALANCE_INCREMENT: String(INCREMENT_GWEI),
  CHURN_LIMIT_QUOTIENT: '65536',
  MIN_PER_EPOCH_CHURN_LIMIT_ELECTRA: String(CHURN_GWEI),
  MAX_PER_EPOCH_ACTIVATION_EXIT_CHURN_LIMIT: '256000000000',
};
