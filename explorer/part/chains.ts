/** The chain that everything on a page is about. */
export const CHAINS = { demo: 'Demo chain', mainnet: 'Ethereum mainnet' } as const;
