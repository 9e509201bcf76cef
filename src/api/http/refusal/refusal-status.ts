import type { RefusalCode } from '../../../kernel/refusal/refusal-code.js';

/** HTTP status of each code. */
export const STATUS_OF: Readonly<Record<RefusalCode, number>> = {
  bad_request: 400,
  not_found: 404,
  chain_not_supported: 404,
  method_not_allowed: 405,
  uri_too_long: 414,
  block_not_available: 422,
  portfolio_too_large: 422,
  token_not_covered: 422,
  balance_not_available: 422,
  service_unavailable: 503,
  internal_error: 500,
};
