/** Makes the header that `runTx` uses where it is given none. Here it is always given one. */
export const createBlockHeader = (): object => ({});

/** For blocks of networks with proof of authority. */
export function cliqueSigner(): never {
  throw new Error('mainnet has no proof of authority');
}
