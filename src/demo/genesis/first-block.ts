/** Number of the demo chain's first block. It is above every fork that mainnet activates by number. */
export const FIRST_BLOCK = 25_000_000;
