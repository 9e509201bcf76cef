import { describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { aBlock } from './fixture/block-row.js';
import { addressOf, hashOf, hex } from './fixture/bytes.js';
import { CREATED, HEAD, ISLAND, TRANSFER_CALL } from './fixture/chain.js';
import { insert, storeChain } from './fixture/store-chain.js';
import { aTransaction, FEE_MARKET, type TransactionColumns } from './fixture/transaction-row.js';
import { useService } from './fixture/use-service.js';

const ALICE = addressOf('alice');
const UNUSED = hex(addressOf('nobody'));
const AMBIGUOUS = Buffer.from('00000000', 'hex');

/** What Alice does in the newest blocks, oldest first. */
const DEEDS: readonly Partial<TransactionColumns>[] = [
  { from_address: ALICE },
  { to_address: ALICE },
  { from_address: ALICE, to_address: ALICE },
  { from_address: ALICE, to_address: null, contract_address: CREATED, input: TRANSFER_CALL },
  { from_address: ALICE, ...FEE_MARKET, input: TRANSFER_CALL, status: 0 },
  { from_address: ALICE, input: AMBIGUOUS },
  { from_address: ALICE, input: TRANSFER_CALL.subarray(0, 3), status: null },
];

async function fill(pool: Pool): Promise<void> {
  await storeChain(pool);
  for (const [index, deed] of DEEDS.entries()) {
    const place = { block_number: HEAD - 2 + Math.floor(index / 3), tx_index: 100 + (index % 3) };
    await insert(pool, 'transaction', { ...place, ...aTransaction(`deed ${index}`, deed) });
  }
}

describe('the transactions of an address', () => {
  const service = useService({ fill });
  const page = async (address: string, query = '') =>
    (await service.get(`addresses/${address}/transactions${query}`)).json.data;
  // biome-ignore lint/suspicious/noExplicitAny: bodies are looked into
  const rows = async (query = ''): Promise<any[]> => (await page(hex(ALICE), query)).transactions;
  const deed = async (index: number) =>
    (await rows()).find(({ hash }) => hash === hex(hashOf(`deed ${index}`)));

  it('R-280: come newest first, each once, as of the head', async () => {
    const { json } = await service.get(`addresses/${hex(ALICE)}/transactions`);
    expect(json.meta.asOfBlock).toBe(HEAD);
    expect(json.data.address).toBe(hex(ALICE));
    expect(json.data.transactions.map(({ hash }: { hash: string }) => hash)).toEqual(
      [6, 5, 4, 3, 2, 1, 0].map((index) => hex(hashOf(`deed ${index}`))),
    );
    expect(json.data).not.toHaveProperty('nextCursor');
  });

  it('R-281: are none of an address nobody used, without a cursor', async () => {
    const { status, json } = await service.get(`addresses/${UNUSED}/transactions`);
    expect(status).toBe(200);
    expect(json.data).toEqual({ address: UNUSED, transactions: [] });
    expect(json.meta.asOfBlock).toBe(HEAD);
  });

  it('R-282: say its part, and are the creator’s but not the created contract’s', async () => {
    expect((await rows()).map(({ role }) => role)).toEqual([
      ...['sender', 'sender', 'sender', 'sender'],
      ...['self', 'receiver', 'sender'],
    ]);
    expect((await page(hex(CREATED))).transactions).toEqual([]);
  });

  it('R-283, R-A128, R-A129: have neither recipient nor other side on a creation, and no other side with itself', async () => {
    const creation = await deed(3);
    for (const field of ['to', 'counterparty']) expect(creation).not.toHaveProperty(field);
    const own = await deed(2);
    expect(own.to).toBe(hex(ALICE));
    expect(own).not.toHaveProperty('counterparty');
    expect((await deed(0)).counterparty).toBe(hex(addressOf('recipient of deed 0')));
    expect((await deed(1)).counterparty).toBe(hex(addressOf('sender of deed 1')));
  });

  it('R-284, R-A131, R-A132: name the function called only where there is one and it is known without doubt', async () => {
    expect(await deed(4)).toMatchObject({ methodId: '0xa9059cbb', methodName: 'transfer' });
    expect(await deed(5)).toMatchObject({ methodId: '0x00000000' });
    expect(await deed(5)).not.toHaveProperty('methodName');
    for (const index of [0, 3, 6]) {
      expect(await deed(index)).not.toHaveProperty('methodId');
      expect(await deed(index)).not.toHaveProperty('methodName');
    }
  });

  it('R-285, R-A133, R-286, R-A130: state fee, gas and price also where success is not known', async () => {
    expect((await deed(4)).status).toBe(0);
    expect((await deed(0)).status).toBe(1);
    const unknown = await deed(6);
    expect(unknown).not.toHaveProperty('status');
    expect(unknown).toMatchObject({
      gasUsed: '21000',
      feeWei: '1050000000000000',
      gasPrice: '50000000000',
    });
  });

  it('are the same records as one by one, blob fee included', async () => {
    const blobs = hex(hashOf('blobs'));
    const alone = (await service.get(`transactions/${blobs}`)).json.data;
    const [listed] = (await page(alone.from)).transactions;
    const { role, counterparty, ...same } = listed;
    expect({ role, counterparty }).toEqual({ role: 'sender', counterparty: alone.to });
    expect(alone).toMatchObject(same);
  });

  it('R-048: are those of the address in any letter case', async () => {
    const upper = hex(ALICE).slice(2).toUpperCase();
    for (const address of [`0x${upper}`, `0X${upper}`])
      expect(await page(address)).toEqual(await page(hex(ALICE)));
  });

  it.each([
    '0x',
    '0x12',
    `0x${'a'.repeat(39)}`,
    `0x${'a'.repeat(41)}`,
    `0x${'g'.repeat(40)}`,
    'a'.repeat(40),
    'native',
  ])('R-050, R-027: %s is no address', async (address) => {
    const { status, json } = await service.get(`addresses/${address}/transactions`);
    expect(status).toBe(400);
    expect(json.error.details).toEqual({ reason: 'address_invalid', parameter: 'address', actual: address });
  });

  it('R-055, R-056, R-060, R-061, R-A149: walked by any page size are every row once', async () => {
    const all = await rows();
    for (const limit of [1, 2, 3, 6, 7, 100]) {
      const walked = [];
      let cursor: string | undefined;
      let pages = 0;
      do {
        const next = await page(
          hex(ALICE),
          `?limit=${limit}${cursor === undefined ? '' : `&cursor=${cursor}`}`,
        );
        expect(next.transactions.length).toBeLessThanOrEqual(limit);
        walked.push(...next.transactions);
        cursor = next.nextCursor;
        pages++;
      } while (cursor !== undefined);
      expect(walked).toEqual(all);
      expect(pages).toBe(Math.ceil(all.length / limit));
    }
  });

  it('R-062, R-063: a cursor belongs to its address and method, not to its limit', async () => {
    const { nextCursor } = await page(hex(ALICE), '?limit=2');
    expect(await rows(`?limit=3&cursor=${nextCursor}`)).toHaveLength(3);
    for (const path of [
      `addresses/${UNUSED}/transactions?cursor=${nextCursor}`,
      `addresses/${hex(ALICE)}/internal-transfers?cursor=${nextCursor}`,
      `addresses/${hex(ALICE)}/transactions?cursor=${nextCursor.slice(0, -1)}`,
    ]) {
      const { status, json } = await service.get(path);
      expect([status, json.error.details.reason]).toEqual([400, 'cursor_invalid']);
    }
  });

  it('R-064, R-065: a cursor goes on from its place after newer blocks came and went', async () => {
    const all = await rows();
    const { nextCursor } = await page(hex(ALICE), '?limit=3');
    const coming = {
      block_number: HEAD + 1,
      tx_index: 0,
      ...aTransaction('coming', { from_address: ALICE }),
    };
    await insert(service.pool, 'block', aBlock(HEAD + 1, []));
    await insert(service.pool, 'transaction', coming);
    expect(await rows(`?cursor=${nextCursor}`)).toEqual(all.slice(3));
    expect((await rows('?limit=1'))[0].hash).toBe(hex(hashOf('coming')));
    await service.pool.query('DELETE FROM transaction WHERE block_number > $1', [HEAD - 1]);
    await service.pool.query('DELETE FROM block WHERE number > $1', [HEAD]);
    // The row it was issued at is gone with its block.
    expect(await rows(`?cursor=${nextCursor}`)).toEqual(all.slice(3));
  });
});

describe('the transactions of an address while nothing is held', () => {
  const service = useService({ fill: async () => undefined, firstBlock: ISLAND });

  it('R-034: are not available yet', async () => {
    for (const path of ['', '/transactions', '/internal-transfers']) {
      const { status, json } = await service.get(`addresses/${UNUSED}${path}`);
      expect([status, json.error.code]).toEqual([503, 'service_unavailable']);
    }
  });
});
