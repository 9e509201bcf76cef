import { readFile } from 'node:fs/promises';
import { genesisAllocation } from '../../domain/chain/protocol/genesis-allocation.js';
import type { Genesis } from '../../ingestion/append/verified-source.js';
import { type Allocation, allocationOf } from '../../ingestion/verify/allocation.js';

/**
 * The genesis allocation: from the genesis file, or the demo chain's, or mainnet's on mainnet.
 * @throws Error naming an unusable file
 */
export async function genesisFrom(
  firstBlock: number,
  file: string | undefined,
  demo?: { readonly alloc: object },
): Promise<Genesis> {
  const stated = file === undefined ? demo : await readGenesisFile(file);
  let allocation: Promise<Allocation> | undefined;
  return {
    number: firstBlock,
    allocation() {
      allocation ??= stated ? allocationOf(genesisAllocation(stated.alloc), true) : mainnetAllocation();
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

/** Loaded only when a first block is requested without a stated allocation. */
async function mainnetAllocation(): Promise<Allocation> {
  const { getGenesis } = await import('@ethereumjs/genesis');
  return allocationOf(genesisAllocation(getGenesis(1)), false);
}
