import type { Pool } from 'pg';
import type { Network } from '../../domain/chain/record/network.js';
import { servedNetwork } from '../../engine/store/served-network.js';
import { CanonicalChain } from '../../event-store/canonical-chain.js';

/** What to do about a database that was filled with this network. */
const REFUSALS: Readonly<Record<Network, string>> = {
  demo: 'it holds the demo chain, and RPC_URLS names nodes of a real one: name another database, or remove RPC_URLS',
  mainnet:
    'it holds blocks of a real chain, and without RPC_URLS the demo chain would be added: set RPC_URLS, or name another database',
};

/** Throws an error with instructions where blocks of the other network are stored. Changes nothing, and needs no migration. */
export async function refuseOtherNetwork(pool: Pool, network: Network): Promise<void> {
  const stored = await servedNetwork(pool);
  if (stored === undefined || stored === network) return;
  if ((await new CanonicalChain(pool).head()) !== undefined) throw new Error(REFUSALS[stored]);
}
