import type { Pool } from 'pg';
import { BLOCKS, FILL_BLOCKS, FILL_REST } from './read-fill.js';
import { FILL_HOLDINGS_BLOCKS, FILL_HOLDINGS_REST, HOLDINGS_BLOCKS } from './read-holdings-fill.js';
import { finishHoldings, holdingMethods } from './read-holdings-targets.js';
import type { ReadRecipe } from './read-store.js';
import { type MeasuredMethod, measuredMethods } from './read-targets.js';

/** A store, and the methods that are measured on it. */
export interface MeasuredStore {
  /** What the command line calls it. */
  readonly name: string;
  readonly recipe: ReadRecipe;
  readonly methodsOf: (pool: Pool) => Promise<MeasuredMethod[]>;
  /** The table whose rows give its size. */
  readonly rows: string;
}

export const MEASURED_STORES: readonly MeasuredStore[] = [
  {
    name: 'chain',
    recipe: { name: 'bench_read', blocks: BLOCKS, fillBlocks: FILL_BLOCKS, fillRest: FILL_REST },
    methodsOf: measuredMethods,
    rows: 'log',
  },
  {
    name: 'holdings',
    recipe: {
      name: 'bench_read_holdings',
      blocks: HOLDINGS_BLOCKS,
      fillBlocks: FILL_HOLDINGS_BLOCKS,
      fillRest: FILL_HOLDINGS_REST,
      finish: finishHoldings,
    },
    methodsOf: holdingMethods,
    rows: 'log',
  },
];
