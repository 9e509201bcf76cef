import { setTimeout } from 'node:timers/promises';
import type { Pool } from 'pg';
import { allProjectors } from '../../src/runtime/projection/projectors.js';
import { startIngestion } from '../fixture/ingestion.js';
import { PATIENCE_MS } from '../patience.js';

export interface Followed {
  readonly databaseUrl: string;
  readonly rpcUrls: readonly string[];
  /** First block of the demo chain. */
  readonly firstBlock: number;
}

/** Follows the demo chain by these nodes until `isEnough`. @returns the refusals, joined. @throws Error after `PATIENCE_MS` */
export async function followUntil(
  { firstBlock, ...followed }: Followed,
  isEnough: () => Promise<boolean>,
): Promise<string> {
  const projectors = allProjectors({ firstBlock, isDemo: true });
  const ingestion = startIngestion({ ...followed, firstBlock, genesis: firstBlock, projectors });
  try {
    for (const until = Date.now() + PATIENCE_MS; Date.now() < until; await setTimeout(50))
      if (await isEnough()) return ingestion.refusals.join();
    throw new Error(`${ingestion.ingester.state.failure} ${ingestion.refusals.slice(-3).join(' | ')}`);
  } finally {
    await ingestion.stop();
  }
}

/** Whether the stored chain ends with this block. */
export const hasStored = (pool: Pool, head: number) => async (): Promise<boolean> => {
  const { rows } = await pool.query('SELECT max(number) AS head FROM canonical_block');
  return Number(rows[0].head) === head;
};
