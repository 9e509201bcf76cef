/** Bits of `flags` in the view `interaction`: where two addresses touch in a transaction, and tokens of which class moved between them. */
export const FLAGS = { external: 1, internal: 2, token: 4, fungible: 8, nft: 16, unindexed: 32 } as const;

/** The flags of tokens are stored by themselves, shifted by so many bits. */
export const TOKEN_FLAGS_SHIFT = 3;
