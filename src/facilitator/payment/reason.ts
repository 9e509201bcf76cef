/** Reasons for refusals: those of the official scheme that are also given or compared here, and our own. */
export const REASON = {
  payload: 'invalid_payload',
  asset: 'unsupported_asset',
  recipient: 'invalid_exact_evm_recipient_mismatch',
  value: 'invalid_exact_evm_payload_authorization_value_mismatch',
  used: 'invalid_exact_evm_nonce_already_used',
  expired: 'invalid_exact_evm_payload_authorization_valid_before',
  /** Our own: no block has used the authorization, and none can any more. */
  expiredUnused: 'authorization_expired_unused',
  balance: 'invalid_exact_evm_insufficient_balance',
  simulation: 'invalid_exact_evm_transaction_simulation_failed',
  failed: 'invalid_exact_evm_transaction_failed',
  pending: 'settlement_pending',
  silent: 'node_unavailable',
  busy: 'another_payment_of_the_payer_is_on_its_way',
  dear: 'gas_price_too_high',
} as const;
