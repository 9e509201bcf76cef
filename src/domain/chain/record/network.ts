/** Which chain is served: the demo chain that the service starts by itself, or mainnet as the configured nodes state it. */
export type Network = 'demo' | 'mainnet';

/** One sentence for people, to be shown wherever they read about the chain. */
export const ABOUT_NETWORK: Readonly<Record<Network, string>> = {
  demo: 'This is a demo chain on the machine of the service. Its blocks, tokens, names and prices are invented: nothing here is true of Ethereum mainnet.',
  mainnet: 'Ethereum mainnet, as the execution nodes of this service state it.',
};
