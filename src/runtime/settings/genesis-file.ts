import { readFile } from 'node:fs/promises';
import { genesisAllocation } from '../../domain/chain/protocol/genesis-allocation.js';
import { fileReason } from '../../domain/text/file-failure.js';

/** What a genesis file states. */
export interface StatedGenesis {
  readonly alloc: unknown;
}

/** What `GENESIS_FILE` states; undefined where none is named. @throws Error naming an unusable file */
export async function readGenesisFile(file: string | undefined): Promise<StatedGenesis | undefined> {
  if (file === undefined) return undefined;
  try {
    const { alloc } = JSON.parse(await readFile(file, 'utf8'));
    genesisAllocation(alloc);
    return { alloc };
  } catch (error) {
    throw new Error(`GENESIS_FILE ${file} cannot be used: ${fileReason(error as Error)}`);
  }
}
