/** The chain id of mainnet, and of the demo chain. */
export const CHAIN_ID = 1;
