/** Prefix of the paths of all chain methods. */
export const CHAIN_PATH = 'api/v1/chains/:chainId';

/** The only value of the chain segment, compared as text. */
export const CHAIN_SEGMENT = '1';

/** The chain by name, as `meta` states it. */
export const CHAIN_NAME = 'ethereum';
