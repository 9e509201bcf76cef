/** Bits of `flags` in the view `interaction`: how two addresses interact in a transaction, and the classes of the tokens that moved between them. */
export const FLAGS = { external: 1, internal: 2, token: 4, fungible: 8, nft: 16, unindexed: 32 } as const;

/** Bits by which the flags of tokens are shifted right in `token_flags`; other flags are not stored. */
export const TOKEN_FLAGS_SHIFT = 3;
