import type { Pool } from 'pg';
import { fromHex } from '../domain/chain/codec/hex.js';
import type { Address } from '../domain/chain/hex.js';
import { StateReads } from '../domain/event/state-reads.js';

const ADD = `
INSERT INTO state_read_request (requester, subject, what, block_number)
SELECT $1, $2, $3, $4
WHERE (SELECT count(*) FROM (SELECT FROM state_read_request WHERE requester = $1 LIMIT $5) open) < $5
  AND EXISTS (SELECT FROM canonical_block WHERE number = $4)
ON CONFLICT DO NOTHING`;

/** Requests of one requester, of which a bounded number is open. */
export class BoundedStateReads extends StateReads {
  constructor(
    private readonly pool: Pool,
    private readonly requester: string,
    private readonly maxOpen: number,
  ) {
    super();
  }

  async request(subject: Address, what: string, block: number): Promise<void> {
    await this.pool.query({
      name: 'request state',
      text: ADD,
      values: [this.requester, fromHex(subject), what, block, this.maxOpen],
    });
  }
}
