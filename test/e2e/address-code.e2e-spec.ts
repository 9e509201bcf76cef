import { describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { addressOf, hashOf, hex } from './fixture/bytes.js';
import { HEAD, ISLAND } from './fixture/chain.js';
import { anInternalTransfer } from './fixture/internal-transfer-row.js';
import { insert, storeChain } from './fixture/store-chain.js';
import { aTransaction } from './fixture/transaction-row.js';
import { useService } from './fixture/use-service.js';

const [ALICE, CONTRACT, REBORN, GONE, DELEGATING, FLEETING, PAYEE, TOKEN, HOLDER] = [
  'alice',
  'contract',
  'reborn',
  'gone',
  'delegating',
  'fleeting',
  'payee',
  'token',
  'holder',
].map(addressOf) as [Buffer, Buffer, Buffer, Buffer, Buffer, Buffer, Buffer, Buffer, Buffer];
const TARGET = addressOf('delegation target');
const UNUSED = addressOf('nobody');
const [CODE, OTHER_CODE, DESIGNATOR] = ['code', 'other code', 'designator'].map(hashOf) as [
  Buffer,
  Buffer,
  Buffer,
];

interface Change {
  readonly address: Buffer;
  readonly block: number;
  readonly kind: 'set' | 'cleared' | 'transient';
  readonly code?: Buffer;
}

const CHANGES: readonly Change[] = [
  { address: CONTRACT, block: ISLAND + 1, kind: 'set', code: CODE },
  { address: REBORN, block: ISLAND + 1, kind: 'set', code: CODE },
  { address: REBORN, block: ISLAND + 2, kind: 'cleared' },
  { address: REBORN, block: ISLAND + 3, kind: 'set', code: OTHER_CODE },
  { address: GONE, block: ISLAND + 1, kind: 'set', code: CODE },
  { address: GONE, block: ISLAND + 2, kind: 'cleared' },
  { address: DELEGATING, block: ISLAND + 1, kind: 'set', code: DESIGNATOR },
  { address: FLEETING, block: ISLAND + 1, kind: 'transient', code: CODE },
];

async function fill(pool: Pool): Promise<void> {
  await storeChain(pool);
  for (const [hash, code] of [
    [CODE, Buffer.from('6000')],
    [OTHER_CODE, Buffer.concat([Buffer.from('ef0100', 'hex'), Buffer.alloc(21)])],
    [DESIGNATOR, Buffer.concat([Buffer.from('ef0100', 'hex'), TARGET])],
  ] as const) {
    const analysed = { fingerprint: hash, selectors: Buffer.alloc(0), proxy_pattern: 'none' };
    await insert(pool, 'code', { hash, code, ...analysed });
  }
  for (const { address, block, kind, code } of CHANGES) {
    await insert(pool, 'code_change', {
      block_number: block,
      tx_index: 0,
      address,
      kind,
      code_hash: code ?? null,
    });
  }
  for (const [index, deed] of [
    { from_address: ALICE },
    { to_address: ALICE },
    { from_address: ALICE, to_address: ALICE },
  ].entries()) {
    const place = { block_number: HEAD - 2 + index, tx_index: 100 };
    await insert(pool, 'transaction', { ...place, ...aTransaction(`deed ${index}`, deed) });
  }
  await insert(pool, 'internal_transfer', {
    ...{ block_number: ISLAND + 2, tx_index: 0 },
    ...anInternalTransfer('0000 0000', 1, { to_address: PAYEE }),
  });
  const log = { tx_index: 0, log_index_in_tx: 0, data: Buffer.alloc(0) };
  await insert(pool, 'log', { block_number: ISLAND + 4, log_index: 0, address: TOKEN, ...log });
  const transfer = { tx_index: 0, log_index: 0, batch_index: 0, token: TOKEN, shape: 0, value: 1n };
  await insert(pool, 'transfer', { block_number: ISLAND + 4, to_address: HOLDER, ...transfer });
}

describe('the summary of an address', () => {
  const service = useService({ fill, firstBlock: ISLAND });
  const summary = async (address: Buffer) => (await service.get(`addresses/${hex(address)}`)).json.data;

  it('R-A177, R-A178, R-A172: states its code, and the block in which it was first deployed', async () => {
    expect(await summary(CONTRACT)).toMatchObject({
      isContract: true,
      contract: {
        codeHash: hex(CODE),
        bytecodeVariant: 'legacy_raw',
        isAlive: true,
        deployBlock: ISLAND + 1,
      },
    });
    // The code begins like a delegation designator, but is longer.
    expect((await summary(REBORN)).contract).toEqual({
      codeHash: hex(OTHER_CODE),
      bytecodeVariant: 'legacy_raw',
      isAlive: true,
      deployBlock: ISLAND + 1,
    });
  });

  it('R-A173, R-A172: calls an account that delegates a contract, with its designator as code and without a deployment', async () => {
    expect(await summary(DELEGATING)).toMatchObject({
      isContract: true,
      contract: {
        codeHash: hex(DESIGNATOR),
        bytecodeVariant: 'eip7702',
        isAlive: true,
        delegate: hex(TARGET),
      },
    });
    expect((await summary(DELEGATING)).contract).not.toHaveProperty('deployBlock');
    expect((await summary(CONTRACT)).contract).not.toHaveProperty('delegate');
  });

  it('R-A177, R-A178: calls an address whose code was removed no contract', async () => {
    for (const address of [GONE, FLEETING]) {
      const gone = await summary(address);
      expect(gone.isContract).toBe(false);
      expect(gone).not.toHaveProperty('contract');
    }
  });

  it('R-A183, R-A184: states the first and last block in which the address sent, received, emitted a log or changed its code', async () => {
    for (const [address, firstBlock, lastBlock] of [
      [ALICE, HEAD - 2, HEAD],
      [GONE, ISLAND + 1, ISLAND + 2],
      [PAYEE, ISLAND + 2, ISLAND + 2],
      [TOKEN, ISLAND + 4, ISLAND + 4],
      [HOLDER, ISLAND + 4, ISLAND + 4],
    ] as const)
      expect(await summary(address)).toMatchObject({ firstBlock, lastBlock });
    for (const field of ['firstBlock', 'lastBlock']) expect(await summary(UNUSED)).not.toHaveProperty(field);
  });

  it('R-A181, R-A182: omits counts above 10,000', async () => {
    const place = { block_number: ISLAND + 3, ...aTransaction('one of many', { from_address: HOLDER }) };
    await insert(service.pool, 'transaction', { tx_index: 0, ...place });
    const many = (from: number, to: number) =>
      service.pool.query(
        `INSERT INTO transaction SELECT made.* FROM transaction pattern, generate_series($1::int, $2::int) place,
           jsonb_populate_record(pattern, jsonb_build_object('tx_index', place)) made
         WHERE pattern.block_number = $3 AND pattern.tx_index = 0`,
        [from, to, ISLAND + 3],
      );
    await many(1, 9_999);
    expect(await summary(HOLDER)).toMatchObject({ sentTxCount: 10_000, receivedTxCount: 0 });
    await many(10_000, 10_000);
    expect(await summary(HOLDER)).toMatchObject({ receivedTxCount: 0 });
    expect(await summary(HOLDER)).not.toHaveProperty('sentTxCount');
  });
});

describe('the summary of an address while state diffs are missing', () => {
  const service = useService({
    fill: async (pool) => {
      await fill(pool);
      await pool.query(
        "UPDATE coverage SET ranges = ranges - int8multirange(int8range($1, $2)) WHERE family = 'state_diff'",
        [ISLAND + 3, ISLAND + 4],
      );
    },
    firstBlock: ISLAND,
  });
  const summary = async (address: Buffer) => (await service.get(`addresses/${hex(address)}`)).json.data;

  it('R-A177, R-A178: omits whether the address is a contract, since its code may have changed', async () => {
    for (const address of [UNUSED, CONTRACT, GONE, DELEGATING]) {
      for (const field of ['isContract', 'contract'])
        expect(await summary(address)).not.toHaveProperty(field);
    }
    expect(await summary(REBORN)).not.toHaveProperty('isContract');
    await insert(service.pool, 'code_change', {
      ...{ block_number: ISLAND + 5, tx_index: 0, address: REBORN, kind: 'cleared', code_hash: null },
    });
    expect(await summary(REBORN)).toMatchObject({ isContract: false });
  });

  it('R-A181, R-A182, R-A183: has its counts nevertheless', async () => {
    expect(await summary(ALICE)).toMatchObject({ sentTxCount: 2, receivedTxCount: 2, firstBlock: HEAD - 2 });
  });
});

describe('the summary of an address on a chain with gaps', () => {
  const service = useService({ fill });

  it('R-A181, R-A182: omits the counts, since missing blocks may add to them', async () => {
    const { data } = (await service.get(`addresses/${hex(ALICE)}`)).json;
    for (const field of ['sentTxCount', 'receivedTxCount']) expect(data).not.toHaveProperty(field);
    expect(data.firstBlock).toBe(HEAD - 2);
  });
});

describe('the summary of an address while no block is stored', () => {
  const service = useService({ fill: async () => undefined });

  it('R-034: is not served yet, nor are the feeds', async () => {
    for (const path of ['', '/transactions', '/internal-transfers']) {
      const { status, json } = await service.get(`addresses/${hex(UNUSED)}${path}`);
      expect([status, json.error.code]).toEqual([503, 'service_unavailable']);
    }
  });
});
