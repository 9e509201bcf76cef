import { MAINNET_GENESIS } from '../../domain/chain/protocol/genesis.js';
import { genesisAllocation, MAINNET_ROOT } from '../../domain/chain/protocol/genesis-allocation.js';
import { type Genesis, withoutAllocation } from '../../ingestion/append/verified-source.js';
import { type Allocation, allocationOf } from '../../ingestion/verify/allocation.js';
import type { StatedGenesis } from '../settings/genesis-file.js';

/**
 * The genesis allocation: that of the genesis file or of the demo chain, or mainnet's for a chain that begins at block 0.
 * A chain that begins at block 0 is mainnet unless a file says otherwise.
 */
export function genesisFrom(firstBlock: number, stated: StatedGenesis | undefined): Genesis {
  if (stated === undefined && firstBlock !== 0) return withoutAllocation({ number: firstBlock });
  let allocation: Promise<Allocation> | undefined;
  return {
    ...(stated ? { number: firstBlock } : MAINNET_GENESIS),
    allocation() {
      allocation ??= stated ? allocationOf(genesisAllocation(stated.alloc)) : mainnetAllocation();
      return allocation;
    },
  };
}

/** Loaded only when block 0 is requested. */
async function mainnetAllocation(): Promise<Allocation> {
  const { getGenesis } = await import('@ethereumjs/genesis');
  return { accounts: genesisAllocation(getGenesis(1)), root: MAINNET_ROOT };
}
