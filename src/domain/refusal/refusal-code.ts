/** Every code a refusal can carry; the set is closed. */
export const REFUSAL_CODES = [
  'bad_request',
  'not_found',
  'chain_not_supported',
  'method_not_allowed',
  'uri_too_long',
  'block_not_available',
  'portfolio_too_large',
  'token_not_covered',
  'balance_not_available',
  'service_unavailable',
  'internal_error',
] as const;

export type RefusalCode = (typeof REFUSAL_CODES)[number];
