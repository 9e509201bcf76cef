import type { Refusal } from '../../../domain/refusal/refusal.js';
import type { RefusalCode } from '../../../domain/refusal/refusal-code.js';
import type { RefusalReason } from '../../../domain/refusal/refusal-details.js';

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

/**
 * HTTP status of reasons with one of their own. The set of codes is closed, and refused access has the code
 * `bad_request`.
 */
export const STATUS_OF_REASON: Readonly<Partial<Record<RefusalReason, number>>> = {
  api_key_missing: 401,
  api_key_invalid: 401,
  payment_required: 402,
  plan_insufficient: 403,
  origin_not_allowed: 403,
  rate_limited: 429,
};

export function statusOf({ code, details }: Refusal): number {
  return (details && STATUS_OF_REASON[details.reason]) ?? STATUS_OF[code];
}
