/** The number of the demo chain's first block: beyond every fork that mainnet decides by number. */
export const FIRST_BLOCK = 25_000_000;
