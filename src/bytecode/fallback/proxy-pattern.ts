/** How code finds the address to which it delegates every call that it does not answer itself. */
export const PROXY_PATTERNS = [
  /** It delegates no such call. */
  'none',
  /** A minimal clone in the form of the standard: the address is its `cloneTarget`. */
  'eip1167',
  'eip1967',
  'eip1967_beacon',
  'oz_v1',
  'eip1822',
  /** It chooses the address by the called selector: a diamond has facets. */
  'diamond',
  /** The proxy of a Safe: the address is in slot 0. */
  'safe',
  /** The address is in the code, but not in the form of EIP-1167. */
  'fixed',
  /** It loads the address from another place. */
  'custom',
  /** It delegates or may delegate, and the address could not be found out. */
  'unknown',
] as const;

export type ProxyPattern = (typeof PROXY_PATTERNS)[number];
