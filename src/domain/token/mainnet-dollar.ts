import type { Address } from '../chain/hex.js';

/** USDC on mainnet, a token with EIP-3009. */
export const MAINNET_DOLLAR = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48' as Address;
