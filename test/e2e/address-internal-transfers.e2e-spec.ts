import { describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { addressOf, hashOf, hex } from './fixture/bytes.js';
import { HEAD, ISLAND } from './fixture/chain.js';
import { aFrame, type FrameColumns } from './fixture/frame-row.js';
import { insert, storeChain } from './fixture/store-chain.js';
import { useService } from './fixture/use-service.js';

const ALICE = addressOf('alice');
const ETHER = 1_000_000_000_000_000_000n;
const [CALLCODE, CREATE, CREATE2, SELFDESTRUCT] = [1, 4, 5, 6];
const paid: Partial<FrameColumns> = { value: ETHER, to_address: ALICE };
const pays: Partial<FrameColumns> = { value: ETHER, from_address: ALICE };

const [FIRST_TX, SECOND_TX] = [3, 5];
/** Frames of two transactions of one block. */
const FRAMES: readonly [txIndex: number, frame: FrameColumns][] = [
  [FIRST_TX, aFrame('0000', paid)],
  [FIRST_TX, aFrame('0000 0000', paid)],
  [FIRST_TX, aFrame('0000 0000 0000', { ...paid, reverted: true })],
  [FIRST_TX, aFrame('0000 0001', { ...paid, value: 0n })],
  [FIRST_TX, aFrame('0000 0002', { ...pays, type: CALLCODE })],
  [FIRST_TX, aFrame('0000 0003', pays)],
  [FIRST_TX, aFrame('0000 0004', { ...pays, to_address: ALICE })],
  [SECOND_TX, aFrame('0000 0000', { ...pays, type: CREATE })],
  [
    SECOND_TX,
    aFrame('0000 0001', { ...pays, type: CREATE2, to_address: null, error: 'out of gas', reverted: true }),
  ],
  [SECOND_TX, aFrame('0000 000a', { ...paid, type: SELFDESTRUCT })],
  [SECOND_TX, aFrame('0000 0010', paid)],
];

async function fill(pool: Pool): Promise<void> {
  await storeChain(pool);
  for (const [tx_index, frame] of FRAMES)
    await insert(pool, 'frame', { block_number: ISLAND, tx_index, ...frame });
}

describe('the internal transfers of an address', () => {
  const service = useService({ fill });
  const page = async (address: string, query = '') =>
    (await service.get(`addresses/${address}/internal-transfers${query}`)).json.data;
  // biome-ignore lint/suspicious/noExplicitAny: bodies are looked into
  const rows = async (query = ''): Promise<any[]> => (await page(hex(ALICE), query)).transfers;

  it('R-287, R-290, R-280: are inner frames that carry value, newest first and within a transaction by descending path', async () => {
    const { json } = await service.get(`addresses/${hex(ALICE)}/internal-transfers`);
    expect(json.meta.asOfBlock).toBe(HEAD);
    expect(
      json.data.transfers.map(({ txIndex, callPath, callDepth }: Record<string, string>) => [
        txIndex,
        callPath,
        callDepth,
      ]),
    ).toEqual([
      [SECOND_TX, '00000010', 2],
      [SECOND_TX, '0000000a', 2],
      [SECOND_TX, '00000001', 2],
      [SECOND_TX, '00000000', 2],
      [FIRST_TX, '00000004', 2],
      [FIRST_TX, '00000003', 2],
      [FIRST_TX, '000000000000', 3],
      [FIRST_TX, '00000000', 2],
    ]);
  });

  it('R-288: say their kind and outcome in lower case', async () => {
    const all = await rows();
    expect(all.map(({ callType, status }) => `${callType} ${status}`)).toEqual([
      'call success',
      'selfdestruct success',
      'create2 reverted',
      'create success',
      'call success',
      'call success',
      'call reverted',
      'call success',
    ]);
  });

  it('R-282, R-A134, R-A135: say its part, the payee and the other side where there are any', async () => {
    const [received, , stillborn, , own, sent] = await rows();
    expect(received).toEqual({
      blockNumber: ISLAND,
      txIndex: SECOND_TX,
      timestamp: 1_438_918_233 + ISLAND / 100,
      txHash: hex(hashOf('access list')),
      callPath: '00000010',
      callDepth: 2,
      callType: 'call',
      from: hex(addressOf('caller')),
      valueWei: ETHER.toString(),
      status: 'success',
      role: 'receiver',
      to: hex(ALICE),
      counterparty: hex(addressOf('caller')),
    });
    expect(stillborn).toMatchObject({ role: 'sender' });
    for (const field of ['to', 'counterparty']) expect(stillborn).not.toHaveProperty(field);
    expect(own).toMatchObject({ role: 'self', from: hex(ALICE), to: hex(ALICE) });
    expect(own).not.toHaveProperty('counterparty');
    expect(sent).toMatchObject({ role: 'sender', counterparty: hex(addressOf('callee')) });
  });

  it('R-281: are none of an address nobody used', async () => {
    const unused = hex(addressOf('nobody'));
    expect(await page(unused)).toEqual({ address: unused, transfers: [] });
  });

  it('R-A072: are as many as their transaction counts', async () => {
    for (const [name, count] of [
      // The undone one and the one with itself count, the top level and what moves nothing do not.
      ['call with logs', 4],
      ['access list', 4],
    ] as const) {
      const { json } = await service.get(`transactions/${hex(hashOf(name))}`);
      expect(json.data.internalTransferCount).toBe(count);
    }
  });

  it('R-289, R-060, R-A150: walked by any page size are every row once, inside one transaction too', async () => {
    const all = await rows();
    for (const limit of [1, 2, 3, 5, 7, 8, 100]) {
      const walked = [];
      let cursor: string | undefined;
      do {
        const next = await page(
          hex(ALICE),
          `?limit=${limit}${cursor === undefined ? '' : `&cursor=${cursor}`}`,
        );
        walked.push(...next.transfers);
        cursor = next.nextCursor;
        if (cursor !== undefined) expect(cursor).toMatch(/^[A-Za-z0-9_-]{1,512}$/);
      } while (cursor !== undefined);
      expect(walked).toEqual(all);
    }
  });

  it('R-289, R-064: a cursor goes on where fewer frames are left of its transaction than came before it', async () => {
    const { nextCursor } = await page(hex(ALICE), '?limit=1');
    await service.pool.query("DELETE FROM frame WHERE tx_index = $1 AND path > '\\x00000000'", [SECOND_TX]);
    const left = await rows(`?cursor=${nextCursor}`);
    expect(left[0]).toMatchObject({ txIndex: SECOND_TX, callPath: '00000000' });
    expect(left).toHaveLength(5);
  });
});

describe('internal transfers at the bottom of a thousand calls', () => {
  const DEPTH = 1_024;
  const service = useService({
    fill: async (pool) => {
      await storeChain(pool);
      for (let depth = 1; depth <= DEPTH; depth++) {
        // Every second call is the second of its caller, so that paths do not compress away.
        const path = Array.from({ length: depth }, (_, level) => (level % 2 === 0 ? '0000' : '0001')).join(
          '',
        );
        await insert(pool, 'frame', { block_number: ISLAND, tx_index: 3, ...aFrame(path, paid) });
      }
    },
  });

  it('R-289, R-063: have cursors no longer than others', async () => {
    const depths: number[] = [];
    let cursor: string | undefined;
    do {
      const query = `?limit=100${cursor === undefined ? '' : `&cursor=${cursor}`}`;
      const { data } = (await service.get(`addresses/${hex(ALICE)}/internal-transfers${query}`)).json;
      depths.push(...data.transfers.map(({ callDepth }: { callDepth: number }) => callDepth));
      cursor = data.nextCursor;
      if (cursor !== undefined) expect(cursor.length).toBeLessThan(128);
    } while (cursor !== undefined);
    expect(depths).toEqual(Array.from({ length: DEPTH - 1 }, (_, index) => DEPTH - index));
  });
});
