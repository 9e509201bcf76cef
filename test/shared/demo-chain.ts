import { startDemoChain } from '../../src/demo/demo-chain.js';
import { genesisOf } from '../../src/demo/genesis/genesis.js';
import { Manifest } from '../../src/demo/stage/manifest.js';
import { askShared } from './ask-shared.js';
import type { SharedServer } from './shared-server.js';

/** A demo chain that does not grow. */
export interface StillChain {
  /** JSON-RPC URL of its node. */
  readonly url: string;
  readonly firstBlock: number;
  readonly genesis: { readonly alloc: object };
  readonly manifest: Manifest;
  height(): number;
}

interface ReportedChain {
  readonly url: string;
  readonly seed: string;
  readonly firstBlock: number;
  readonly height: number;
  readonly addresses: readonly Parameters<Manifest['nameAddress']>[];
  readonly transactions: readonly Parameters<Manifest['labelTransaction']>[];
}

/** Starts the demo chain's node for all test files that only read it. */
export async function startSharedChain(): Promise<SharedServer<ReportedChain>> {
  const chain = await startDemoChain();
  const { url, seed, firstBlock, manifest } = chain;
  return {
    reported: {
      ...{ url, seed, firstBlock, height: chain.height() },
      addresses: [...manifest.addresses()],
      transactions: [...manifest.transactions()].map(([label, { hash, block }]) => [label, hash, block]),
    },
    stop: () => chain.stop(),
  };
}

export async function sharedChain(): Promise<StillChain> {
  const { url, seed, firstBlock, height, addresses, transactions } =
    await askShared<ReportedChain>('demoChain');
  const manifest = new Manifest();
  for (const named of addresses) manifest.nameAddress(...named);
  for (const labelled of transactions) manifest.labelTransaction(...labelled);
  return { url, firstBlock, genesis: genesisOf(seed), manifest, height: () => height };
}
