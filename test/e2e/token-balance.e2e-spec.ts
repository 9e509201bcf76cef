import { describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { encodeBundle } from '../../src/domain/chain/codec/bundle.js';
import { withoutZeros } from '../../src/domain/chain/record/storage-slot.js';
import { inTransaction } from '../../src/platform/postgres/transaction.js';
import { BALANCE_LAYOUTS, slotOfHolder } from '../../src/projection/balance/balance-layout.js';
import { verifiedBlock } from '../builder/verified-block.js';
import { askBeside } from './fixture/ask-beside.js';
import { aBlock } from './fixture/block-row.js';
import { addressOf, hashOf, hex } from './fixture/bytes.js';
import { HEAD, ISLAND } from './fixture/chain.js';
import { insert, storeChain } from './fixture/store-chain.js';
import { useService } from './fixture/use-service.js';

const [whole, old, unproven, ended, gone, unreported, alice, bob, nobody] = [
  'whole',
  'old',
  'unproven',
  'ended',
  'gone',
  'untold',
  'alice',
  'bob',
  'nobody',
].map(addressOf) as [Buffer, Buffer, Buffer, Buffer, Buffer, Buffer, Buffer, Buffer, Buffer];
/** The third layout in the list. */
const LAYOUT = BALANCE_LAYOUTS[2]!;
/** A block in an earlier range than the head. */
const BEFORE_GAP = 12_965_000;

const barred = addressOf('barred');

interface Value {
  readonly token: Buffer;
  readonly holder: Buffer;
  readonly block: number;
  readonly value: string;
}

const VALUES: readonly Value[] = [
  { token: whole, holder: alice, block: ISLAND + 1, value: '64' },
  { token: whole, holder: alice, block: ISLAND + 3, value: '' },
  { token: whole, holder: bob, block: ISLAND + 2, value: '01'.padEnd(32, '0') },
  // A flag in the highest bit, beside the balance.
  { token: whole, holder: barred, block: ISLAND + 2, value: '80'.padEnd(62, '0').concat('05') },
  { token: old, holder: alice, block: BEFORE_GAP, value: '07' },
  { token: old, holder: bob, block: ISLAND + 2, value: '09' },
  { token: unproven, holder: bob, block: ISLAND + 2, value: '09' },
  { token: ended, holder: alice, block: ISLAND + 1, value: '05' },
  { token: gone, holder: alice, block: ISLAND + 1, value: '06' },
];

/** Stores that in the newest range a stored word agreed with the answer of the token. */
async function agree(pool: Pool, token: Buffer, holder: Buffer, value: string): Promise<void> {
  const check = { token, block_number: ISLAND + 2, holder };
  const slot = slotOfHolder(LAYOUT, holder);
  await insert(pool, 'balance_check', { ...check, layout: LAYOUT.number, slot, is_written: true });
  await insert(pool, 'balance_read', { ...check, value: Buffer.from(value, 'hex') });
}

async function fill(pool: Pool): Promise<void> {
  await storeChain(pool);
  for (const { token, holder, block, value } of VALUES)
    await insert(pool, 'storage_answer', {
      ...{
        block_number: block,
        address: token,
        slot: withoutZeros(slotOfHolder(LAYOUT, holder)),
        value: Buffer.from(value, 'hex'),
      },
    });
  const layout = { layout: LAYOUT.number };
  await insert(pool, 'balance_layout', { token: whole, ...layout, from_block: ISLAND + 1 });
  await insert(pool, 'balance_layout', { token: old, ...layout, from_block: BEFORE_GAP });
  await insert(pool, 'balance_layout', { token: unproven, ...layout, from_block: BEFORE_GAP });
  await agree(pool, old, bob, '09');
  await insert(pool, 'balance_layout', {
    token: ended,
    ...layout,
    from_block: ISLAND + 1,
    to_block: ISLAND + 2,
  });
  await insert(pool, 'balance_layout', { token: gone, ...layout, from_block: ISLAND + 1 });
  await insert(pool, 'code_change', {
    ...{ block_number: ISLAND + 2, tx_index: 0, address: gone, kind: 'cleared' },
  });
  await insert(pool, 'code_change', {
    ...{ block_number: ISLAND + 1, tx_index: 0, address: whole, kind: 'set', code_hash: hashOf('code') },
    ...{ creation_type: 'CREATE', creation_path: Buffer.alloc(2), deployer: alice },
  });
  await insert(pool, 'token_metadata', {
    ...{ token: whole, symbol: Buffer.from('WHOLE'), name: null, decimals: 6, block_number: ISLAND + 1 },
  });
}

const service = useService({ fill });
const ask = (holder: Buffer, token: Buffer, query = '') =>
  service.get(`addresses/${hex(holder)}/balances/${hex(token)}${query}`);
const refusal = (code: string, details?: object) => ({
  status: 422,
  json: { error: { code, ...(details && { details }) } },
});

describe('a balance of a covered token', () => {
  it('R-269, R-250: is read from contract storage, of the current state unless a block is given', async () => {
    const { status, json: body } = await ask(bob, whole);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      data: {
        address: hex(bob),
        token: hex(whole),
        balance: (1n << 120n).toString(),
        balanceBasis: 'contract_storage',
        window: { kind: 'current', asOfBlock: HEAD },
      },
      meta: { asOfBlock: HEAD },
    });
  });

  it('R-251: is that at the end of the given block', async () => {
    const at = (block: number) => ask(alice, whole, `?block=${block}`);
    for (const [block, balance] of [
      [ISLAND + 1, '100'],
      [ISLAND + 2, '100'],
      [ISLAND + 3, '0'],
    ] as const)
      expect((await at(block)).json).toMatchObject({
        ...{ data: { balance, window: { kind: 'block', asOfBlock: block } }, meta: { asOfBlock: block } },
      });
  });

  it('R-266: is zero for an address that never held any, if all changes since the creation of the token are known', async () => {
    expect((await ask(nobody, whole)).json).toMatchObject({ data: { balance: '0' } });
    expect((await ask(alice, whole)).json).toMatchObject({ data: { balance: '0' } });
  });

  it('R-268, R-A120, R-A121: has symbol and decimals if they are declared', async () => {
    expect((await ask(bob, whole)).json.data).toMatchObject({ symbol: 'WHOLE', decimals: 6 });
    const { data } = (await ask(bob, old)).json;
    expect(data).toMatchObject({ balance: '9' });
    expect(Object.keys(data)).not.toEqual(expect.arrayContaining(['symbol']));
    expect(Object.keys(data)).not.toEqual(expect.arrayContaining(['decimals']));
  });
});

describe('a balance of a covered token while blocks come and go', () => {
  const NEXT = HEAD + 1;

  /** Appends a block in which the token declares other decimals, or unwinds it, in one transaction. */
  const flip = (there: boolean): Promise<void> =>
    inTransaction(service.pool, async (tx) => {
      if (there) await insert(tx, 'block', aBlock(NEXT, []));
      else await tx.query('DELETE FROM block WHERE number = $1', [NEXT]);
      await tx.query('UPDATE token_metadata SET decimals = $2 WHERE token = $1', [whole, there ? 18 : 6]);
      await tx.query(
        `UPDATE coverage SET ranges = ranges ${there ? '+' : '-'} int8multirange(int8range($1::int8, $1::int8 + 1))`,
        [NEXT],
      );
    });

  it('R-268: has the decimals that the token declares at its block', async () => {
    const answers = new Set<string>();
    let asked = 0;
    const one = async () => {
      const { data } = (await ask(bob, whole)).json;
      answers.add(`${data.window.asOfBlock} ${data.decimals}`);
      asked++;
    };
    await askBeside(flip, one, () => asked >= 300 && answers.size > 1);
    await flip(false);
    expect([...answers].sort()).toEqual([`${HEAD} 6`, `${NEXT} 18`]);
  });
});

describe('an unknown balance is refused, never zero:', () => {
  it('R-032: of a token that is not covered, or no longer', async () => {
    expect(await ask(alice, unreported)).toMatchObject(refusal('token_not_covered'));
    expect((await ask(alice, unreported)).json.error).not.toHaveProperty('details');
    expect((await ask(alice, ended, `?block=${ISLAND + 2}`)).json).toMatchObject({ data: { balance: '5' } });
    expect(await ask(alice, ended, `?block=${ISLAND + 3}`)).toMatchObject(refusal('token_not_covered'));
    expect(await ask(alice, ended)).toMatchObject(refusal('token_not_covered'));
    // It agreed before the missing blocks, and not since.
    expect(await ask(bob, unproven)).toMatchObject(refusal('token_not_covered'));
    // Before it was confirmed.
    expect(await ask(alice, whole, `?block=${ISLAND}`)).toMatchObject(refusal('token_not_covered'));
  });

  it('of a token since the block in which it was destroyed, whatever its storage was', async () => {
    expect((await ask(alice, gone, `?block=${ISLAND + 1}`)).json).toMatchObject({ data: { balance: '6' } });
    expect(await ask(alice, gone, `?block=${ISLAND + 2}`)).toMatchObject(refusal('token_not_covered'));
    expect(await ask(alice, gone)).toMatchObject(refusal('token_not_covered'));
  });

  it('R-033: of a token and holder without records up to a past block', async () => {
    const requestedBlock = ISLAND + 1;
    const details = { reason: 'no_balance_record', requestedBlock };
    expect(await ask(bob, whole, `?block=${requestedBlock}`)).toMatchObject(
      refusal('balance_not_available', details),
    );
    expect(await ask(nobody, whole, `?block=${requestedBlock}`)).toMatchObject(
      refusal('balance_not_available', details),
    );
  });

  it('of a holder whose balance may have changed in missing blocks, and a node is asked', async () => {
    expect((await ask(alice, old, `?block=${BEFORE_GAP}`)).json).toMatchObject({ data: { balance: '7' } });
    const details = { reason: 'no_balance_record', requestedBlock: HEAD };
    await service.pool.query(
      `WITH event AS (
         INSERT INTO chain_event (position, kind, block_number, block_hash, chain_digest)
         SELECT 1, 'BlockAppended', number, hash, hash FROM block WHERE number = $1
         RETURNING block_number, position
       )
       INSERT INTO event_payload (block_number, position, payload) SELECT block_number, position, $2 FROM event`,
      [HEAD, encodeBundle(verifiedBlock(HEAD, 'head', Buffer.alloc(32), []))],
    );
    await service.pool.query(
      'INSERT INTO canonical_block SELECT number, hash, parent_hash, timestamp, 1 FROM block WHERE number = $1',
      [HEAD],
    );
    expect(await ask(alice, old)).toMatchObject(refusal('balance_not_available', details));
    const { rows } = await service.pool.query(
      'SELECT requester, subject, what, block_number::int4 FROM state_read_request',
    );
    const what = `slot:${hex(slotOfHolder(LAYOUT, alice))}`;
    expect(rows).toEqual([{ requester: 'balance request', subject: old, what, block_number: HEAD }]);

    await insert(service.pool, 'storage_answer', {
      ...{
        block_number: HEAD,
        address: old,
        slot: withoutZeros(slotOfHolder(LAYOUT, alice)),
        value: Buffer.from('03', 'hex'),
      },
    });
    expect((await ask(alice, old)).json).toMatchObject({ data: { balance: '3' } });
  });

  it('of a word that holds more than a balance, unless the token confirmed it at that block', async () => {
    expect(await ask(barred, whole)).toMatchObject(refusal('balance_not_available'));
    await insert(service.pool, 'balance_read', {
      ...{ token: whole, holder: barred, block_number: ISLAND + 2, value: Buffer.from('05', 'hex') },
    });
    expect((await ask(barred, whole, `?block=${ISLAND + 2}`)).json).toMatchObject({ data: { balance: '5' } });
    expect(await ask(barred, whole, `?block=${ISLAND + 3}`)).toMatchObject(refusal('balance_not_available'));
  });

  it('of a holder without writes, if a cross-check of the token disagreed', async () => {
    await agree(service.pool, whole, bob, '07');
    expect(await ask(nobody, whole)).toMatchObject(refusal('balance_not_available'));
    expect((await ask(bob, whole)).json).toMatchObject({ data: { balance: (1n << 120n).toString() } });
  });

  it('at a missing block, or above the head', async () => {
    expect(await ask(alice, old, `?block=${ISLAND - 1}`)).toMatchObject(
      refusal('block_not_available', { reason: 'coverage_gap', coverageGapToBlock: ISLAND - 1 }),
    );
    expect(await ask(alice, old, `?block=${HEAD + 1}`)).toMatchObject(
      refusal('block_not_available', { reason: 'beyond_coverage', maxAvailableBlock: HEAD }),
    );
  });

  it('R-267: of the native asset, which is no token', async () => {
    const { status, json: body } = await service.get(`addresses/${hex(alice)}/balances/native`);
    expect(status).toBe(400);
    expect(body.error.details).toMatchObject({ reason: 'address_invalid', parameter: 'token' });
  });
});
