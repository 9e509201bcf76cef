import { readFile } from 'node:fs/promises';
import { MAINNET_GENESIS } from '../../domain/chain/protocol/genesis.js';
import { genesisAllocation, MAINNET_ROOT } from '../../domain/chain/protocol/genesis-allocation.js';
import { type Genesis, withoutAllocation } from '../../ingestion/append/verified-source.js';
import { type Allocation, allocationOf } from '../../ingestion/verify/allocation.js';

/**
 * The genesis allocation: from the genesis file, or the demo chain's, or mainnet's for a chain that begins at block 0.
 * A chain that begins at block 0 is mainnet unless a file says otherwise.
 *
 * @throws Error naming an unusable file
 */
export async function genesisFrom(
  firstBlock: number,
  file: string | undefined,
  demo?: { readonly alloc: object },
): Promise<Genesis> {
  const stated = file === undefined ? demo : await readGenesisFile(file);
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

async function readGenesisFile(file: string): Promise<{ readonly alloc: unknown }> {
  try {
    const { alloc } = JSON.parse(await readFile(file, 'utf8'));
    genesisAllocation(alloc);
    return { alloc };
  } catch (error) {
    throw new Error(`GENESIS_FILE ${file} cannot be used: ${(error as Error).message}`);
  }
}

/** Loaded only when block 0 is requested. */
async function mainnetAllocation(): Promise<Allocation> {
  const { getGenesis } = await import('@ethereumjs/genesis');
  return { accounts: genesisAllocation(getGenesis(1)), root: MAINNET_ROOT };
}
