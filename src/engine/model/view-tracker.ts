import type { PoolClient } from 'pg';
import type { Address } from '../../domain/chain/hex.js';

/** A view call whose result is needed at a block, and from then on. */
export interface NeededView {
  readonly contract: Address;
  readonly data: Buffer;
  readonly block: number;
}

/** Executes view calls that definitions ask for, and keeps their results up to date from then on. */
export interface ViewTracker {
  track(tx: PoolClient, calls: readonly NeededView[]): Promise<void>;
}
