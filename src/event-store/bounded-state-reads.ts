import type { Pool } from 'pg';
import { fromHex } from '../domain/chain/codec/hex.js';
import type { Address } from '../domain/chain/hex.js';
import { StateReads } from '../domain/event/state-reads.js';
import type { StateReadRequest } from './state-read-request.js';

const ADD = `
INSERT INTO state_read_request_row (requester, subject, what, block_number)
SELECT $1, subject, what, block_number
FROM unnest($2::bytea[], $3::text[], $4::int8[]) AS asked (subject, what, block_number)
WHERE (SELECT count(*) FROM (SELECT FROM state_read_request_row WHERE requester = $1 LIMIT $5) open) < $5
  AND EXISTS (SELECT FROM canonical_block WHERE number = block_number)
ON CONFLICT DO NOTHING`;

const WITHDRAW = `
DELETE FROM state_read_request_row USING unnest($2::bytea[], $3::text[], $4::int8[]) AS gone (subject, what, block_number)
WHERE requester = $1 AND state_read_request_row.subject = gone.subject AND state_read_request_row.what = gone.what
  AND state_read_request_row.block_number = gone.block_number`;

const OPEN = `
SELECT count(*)::int4 AS count
FROM unnest($2::bytea[], $3::text[], $4::int8[]) AS asked (subject, what, block_number)
JOIN state_read_request_row USING (subject, what, block_number) WHERE requester = $1`;

/**
 * State reads in the name of one requester, with a bounded number of open ones. One call may exceed the bound
 * by the number of its requests.
 */
export class BoundedStateReads extends StateReads {
  constructor(
    private readonly pool: Pool,
    private readonly requester: string,
    private readonly maxOpen: number,
  ) {
    super();
  }

  async request(subject: Address, what: string, block: number): Promise<void> {
    await this.requestAll([{ subject: fromHex(subject), what, blockNumber: block }]);
  }

  /** Requests several reads at once; those at blocks that are not stored are left out. */
  async requestAll(requests: readonly StateReadRequest[]): Promise<void> {
    const values = [...this.#columns(requests), this.maxOpen];
    await this.pool.query({ name: 'request state', text: ADD, values });
  }

  /** Removes requests of this requester. */
  async withdraw(requests: readonly StateReadRequest[]): Promise<void> {
    await this.pool.query({ name: 'withdraw state', text: WITHDRAW, values: this.#columns(requests) });
  }

  /** How many of these requests are open. */
  async open(requests: readonly StateReadRequest[]): Promise<number> {
    const values = this.#columns(requests);
    const { rows } = await this.pool.query<{ count: number }>({ name: 'open state', text: OPEN, values });
    return rows[0]!.count;
  }

  #columns(requests: readonly StateReadRequest[]): unknown[] {
    return [
      this.requester,
      requests.map(({ subject }) => subject),
      requests.map(({ what }) => what),
      requests.map(({ blockNumber }) => blockNumber),
    ];
  }
}
