import type { PoolClient } from 'pg';
import { fromHex } from '../../domain/chain/codec/hex.js';
import type { Rerun } from './tracked-run.js';

const ADD = `
INSERT INTO tracked_change (contract, data, from_block)
SELECT contract, data, min(from_block)
FROM unnest($1::bytea[], $2::bytea[], $3::int8[]) AS changed (contract, data, from_block) GROUP BY contract, data
ON CONFLICT (contract, data) DO UPDATE SET from_block = least(tracked_change.from_block, excluded.from_block)`;

const ADD_ALL = `
INSERT INTO tracked_change (contract, data, from_block)
SELECT DISTINCT contract, data, 0 FROM tracked_run
ON CONFLICT (contract, data) DO UPDATE SET from_block = 0`;

/** Calls that ran again over blocks that were stored before, until their readers have taken them in. */
export class TrackedChangeTable {
  async add(tx: PoolClient, reruns: readonly Rerun[]): Promise<void> {
    if (reruns.length === 0) return;
    await tx.query({
      name: 'add tracked changes',
      text: ADD,
      values: [
        reruns.map(({ contract }) => fromHex(contract)),
        reruns.map(({ data }) => data),
        reruns.map(({ from }) => from),
      ],
    });
  }

  /** Everything that is tracked. */
  async addAll(tx: PoolClient): Promise<void> {
    await tx.query(ADD_ALL);
  }
}
