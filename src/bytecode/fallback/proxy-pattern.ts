/** How code finds what it delegates every call to it does not answer itself. */
export const PROXY_PATTERNS = [
  /** It delegates no such call. */
  'none',
  /** A minimal clone in the form of the standard: the address is its `cloneTarget`. */
  'eip1167',
  'eip1967',
  'eip1967_beacon',
  'oz_v1',
  'eip1822',
  /** By the called selector: facets. */
  'diamond',
  /** A Safe's proxy: slot 0. */
  'safe',
  /** An address written in the code in another form than EIP-1167's. */
  'fixed',
  /** An address it loads from elsewhere. */
  'custom',
  /** It delegates, or might; to what could not be made out. */
  'unknown',
] as const;

export type ProxyPattern = (typeof PROXY_PATTERNS)[number];
