/** What `runTx` falls back on where it is given no header, which it always is here. */
export const createBlockHeader = (): object => ({});

/** Of blocks of networks with proof of authority. */
export function cliqueSigner(): never {
  throw new Error('mainnet has no proof of authority');
}
