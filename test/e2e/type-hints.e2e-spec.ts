import { describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { addressOf, hex } from './fixture/bytes.js';
import { HEAD } from './fixture/chain.js';
import { insert, storeChain } from './fixture/store-chain.js';
import { storeClaims } from './fixture/store-claims.js';
import { useService } from './fixture/use-service.js';

const at = (name: string) => hex(addressOf(name));
const signer = addressOf('signer of the fixture');

const NO_EVENTS = {
  erc20_transfers: 0,
  erc721_transfers: 0,
  erc1155_transfers: 0,
  unindexed_transfers: 0,
  erc777_events: 0,
  erc4626_events: 0,
  transfers: 0,
  mints: 0,
  burns: 0,
  minted: 0,
  burned: 0,
};

/** The chain has one block more than was evaluated. */
async function fill(pool: Pool): Promise<void> {
  await storeChain(pool);
  await insert(pool, 'token', { address: addressOf('token'), ...NO_EVENTS, erc20_transfers: 3 });
  const evaluated = [[HEAD - 1, HEAD - 1]] as const;
  await storeClaims(pool, {
    evaluated: { '': evaluated, state_diff: evaluated },
    definitions: { 'address_nature:eoa': '', 'address_nature:contract': 'state_diff' },
    segments: [{ id: 'address_nature:eoa', subject: 'signer of the fixture', start: HEAD - 1 }],
  });
}

describe('type hints', () => {
  const service = useService({ fill });
  const hintsOf = async (address: string) =>
    (await service.get(`addresses/${address}/attributes`)).json.data.typeHints;

  it('R-224: are present while the address is not evaluated, and name their evidence', async () => {
    expect(await hintsOf(at('nobody'))).toEqual({ accountType: 'undetermined', basis: [] });
    expect(await hintsOf(at('token'))).toEqual({
      accountType: 'contract',
      basis: ['transfer_events'],
      tokenStandard: 'erc20',
    });
  });

  it('R-224: are absent once it is evaluated', async () => {
    await service.pool.query(
      `UPDATE evaluated_range SET ranges = ranges + int8multirange(int8range(${HEAD}, ${HEAD + 1}))`,
    );
    await service.pool.query(
      `UPDATE claim_coverage SET ranges = ranges + int8multirange(int8range(${HEAD}, ${HEAD + 1}))`,
    );
    expect(await hintsOf(hex(signer))).toBeUndefined();
  });
});
