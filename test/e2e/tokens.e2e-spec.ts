import { describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { fromHex } from '../../src/domain/chain/codec/hex.js';
import {
  amountWithTexts,
  batch,
  DEPOSIT,
  eventLog,
  SENT,
  TRANSFER,
  TRANSFER_BATCH,
  TRANSFER_SINGLE,
} from '../builder/token-log.js';
import { addressOf, hex } from './fixture/bytes.js';
import { insert } from './fixture/store-chain.js';
import { deploy, storeDays } from './fixture/token-days.js';
import { useService } from './fixture/use-service.js';

const FIRST = 1_000;
const HEAD = 1_040;
const NAMES = ['dollar', 'art', 'game', 'kitty', 'vault', 'seven', 'leak', 'endless', 'crowd'] as const;
const TOKEN = Object.fromEntries(NAMES.map((name) => [name, addressOf(name)])) as Record<
  (typeof NAMES)[number],
  Buffer
>;
const [alice, bob, carol, dave, erin, frank] = ['alice', 'bob', 'carol', 'dave', 'erin', 'frank'].map(
  addressOf,
) as [Buffer, Buffer, Buffer, Buffer, Buffer, Buffer];
const nobody = Buffer.alloc(20);
const MOST = 2n ** 256n - 1n;
const HOLDERS = 12;

const dollar = (from: Buffer, to: Buffer, value: number) =>
  eventLog(TOKEN.dollar, TRANSFER, [from, to], [value]);
const art = (from: Buffer, to: Buffer, item: number) => eventLog(TOKEN.art, TRANSFER, [from, to, item]);

async function fill(pool: Pool): Promise<void> {
  await storeDays(pool, FIRST, HEAD, {
    1001: [[dollar(nobody, alice, 100)], [dollar(alice, bob, 40), dollar(alice, carol, 40)]],
    1003: [[dollar(bob, bob, 5)], [art(nobody, alice, 1), art(nobody, alice, 2), art(nobody, bob, 3)]],
    1005: [[dollar(alice, dave, 20)], [art(alice, carol, 1), art(bob, nobody, 3)]],
    1006: [
      [
        eventLog(TOKEN.game, TRANSFER_SINGLE, [carol, nobody, bob], [7, 5]),
        eventLog(TOKEN.game, TRANSFER_BATCH, [carol, bob, alice], batch([7, 9, 9], [1, 0, 2])),
        eventLog(TOKEN.game, TRANSFER_BATCH, [carol, bob, alice], batch([], [])),
      ],
      [
        eventLog(TOKEN.kitty, TRANSFER, [], [nobody, alice, 0]),
        eventLog(TOKEN.kitty, TRANSFER, [], [nobody, bob, 9]),
      ],
      [eventLog(TOKEN.vault, DEPOSIT, [alice, alice], [1, 1])],
      [eventLog(TOKEN.seven, SENT, [carol, alice, bob], amountWithTexts(3))],
      [eventLog(TOKEN.leak, TRANSFER, [alice, bob], [50])],
      [
        eventLog(TOKEN.endless, TRANSFER, [nobody, bob], [MOST]),
        eventLog(TOKEN.endless, TRANSFER, [nobody, bob], [MOST]),
      ],
    ],
    1011: [[dollar(dave, nobody, 20)]],
    1033: [[dollar(bob, carol, 1)], [dollar(carol, bob, 1)]],
    1034: [[dollar(bob, erin, 2)], [dollar(erin, bob, 2)]],
    [HEAD]: [
      [dollar(erin, frank, 0)],
      Array.from({ length: HOLDERS }, (_, at) =>
        eventLog(TOKEN.crowd, TRANSFER, [nobody, addressOf(`holder ${at}`)], [at < 2 ? 9 : 4]),
      ),
    ],
  });
  for (const name of NAMES)
    await deploy(pool, TOKEN[name], 1_001, name === 'kitty' ? '06fdde036352211e' : '');
  await insert(pool, 'token_metadata', {
    ...{
      token: TOKEN.dollar,
      symbol: Buffer.from('\u202e$\0'),
      name: Buffer.from('ff41', 'hex'),
      decimals: 255,
    },
    block_number: 1_001,
  });
  await insert(pool, 'token_metadata', {
    ...{ token: TOKEN.art, symbol: Buffer.alloc(0), name: null, decimals: null, block_number: 1_003 },
  });
}

describe('a token', () => {
  const service = useService({ firstBlock: FIRST, fill });
  const get = async (token: Buffer, rest = '') => (await service.get(`tokens/${hex(token)}${rest}`)).json;
  const data = async (token: Buffer, rest = '') => (await get(token, rest)).data;

  it('R-155, R-157, R-158: is described by its events and its declarations, unchanged', async () => {
    const { data, meta } = await get(TOKEN.dollar);
    expect(data).toEqual({
      chainId: 1,
      address: hex(TOKEN.dollar),
      standard: 'erc20',
      transferCount: 11,
      symbol: '\u202e$\0',
      name: '\ufffdA',
      decimals: 255,
      // Frank received nothing, so he does not count.
      holderCount: 5,
    });
    expect(meta.asOfBlock).toBe(HEAD);
  });

  it('R-155, R-156, R-A002, R-A003, R-A004: has no field for a missing declaration, and an empty one for an empty declaration', async () => {
    expect(await data(TOKEN.art)).toMatchObject({ standard: 'erc721', symbol: '' });
    expect(Object.keys(await data(TOKEN.game)).sort()).toEqual(
      ['chainId', 'address', 'standard', 'transferCount', 'holderCount'].sort(),
    );
  });

  it('R-153, R-154: has the standard that its events settle', async () => {
    const standards = [];
    for (const name of ['dollar', 'art', 'game', 'kitty', 'seven'] as const)
      standards.push((await data(TOKEN[name])).standard);
    expect(standards).toEqual(['erc20', 'erc721', 'erc1155', 'erc721', 'erc777']);
  });

  it('R-157: counts a batch once, and an empty one not at all', async () => {
    expect(await data(TOKEN.game)).toMatchObject({ transferCount: 2, holderCount: 2 });
  });

  it('R-159, R-A005, R-A166, R-A167: counts its holders alike in all methods', async () => {
    for (const name of ['art', 'kitty', 'seven', 'leak'] as const) {
      const { holderCount } = await data(TOKEN[name]);
      expect(holderCount).toBeGreaterThan(0);
      expect(await data(TOKEN[name], '/statistics')).toMatchObject({ holderCount });
      expect((await data(TOKEN[name], '/statistics')).currentHolderCount).toBeGreaterThan(0);
    }
  });

  it.each(['', '/holders', '/transfers', '/statistics'])(
    'R-160: is not found without a transfer event (%s)',
    async (rest) => {
      for (const address of [TOKEN.vault, alice, nobody]) {
        const { status, json } = await service.get(`tokens/${hex(address)}${rest}`);
        expect(status).toBe(404);
        expect(json.error.code).toBe('not_found');
        expect(json.error).not.toHaveProperty('details');
      }
    },
  );

  it('R-162: accepts no query parameters', async () => {
    const { status, json } = await service.get(`tokens/${hex(TOKEN.dollar)}?limit=1`);
    expect(status).toBe(400);
    expect(json.error.details.reason).toBe('unknown_parameter');
  });

  it('R-163: is served without prices', async () => {
    for (const rest of ['', '/holders', '/transfers', '/statistics'])
      expect(JSON.stringify(await data(TOKEN.dollar, rest))).not.toMatch(/price|usd/i);
  });

  it('R-297, R-300: has a closed set of standards, and a stable method', async () => {
    const { json } = await service.get('/openapi.json');
    expect(json.components.schemas.Token.properties.standard.enum).toEqual([
      'erc20',
      'erc721',
      'erc1155',
      'erc777',
      'erc4626',
    ]);
    const operations = Object.values<{ get?: { operationId: string; 'x-stability'?: string } }>(json.paths);
    const stable = operations.flatMap(({ get }) =>
      get?.['x-stability'] === 'stable' ? [get.operationId] : [],
    );
    expect(stable).toContain('getToken');
    for (const id of stable) expect(['getToken', 'getValidatorQueueHistory', 'resolveEntity']).toContain(id);
  });
});

describe('the holders of a token', () => {
  const service = useService({ firstBlock: FIRST, fill });
  const get = async (token: Buffer, query = '') =>
    (await service.get(`tokens/${hex(token)}/holders${query}`)).json;
  const holders = async (token: Buffer) =>
    (await get(token)).data.holders.map(({ holder, balance }: Record<string, string>) => [holder, balance]);
  const byAddress = (...addresses: Buffer[]) => addresses.map(hex).sort();

  it('R-298, R-303, R-A163, R-A164: are those who received more than they sent, ties by address', async () => {
    const { data, meta } = await get(TOKEN.dollar);
    expect(data.balanceBasis).toBe('transfer_sum');
    expect(data.token).toEqual({
      ...{
        address: hex(TOKEN.dollar),
        standard: 'erc20',
        symbol: '\u202e$\0',
        name: '\ufffdA',
        decimals: 255,
      },
    });
    expect(meta.asOfBlock).toBe(HEAD);
    const last = { [hex(bob)]: 1_034, [hex(carol)]: 1_033 };
    expect(data.holders).toEqual(
      byAddress(bob, carol).map((holder) => ({
        ...{ holder, balance: '40', share: 0.5, lastTransferBlock: last[holder] },
      })),
    );
    expect(data).not.toHaveProperty('nextCursor');
  });

  it('R-303: have as balance the items of a collection, or the units of all ids of a game', async () => {
    expect(await holders(TOKEN.art)).toEqual(byAddress(alice, carol).map((holder) => [holder, '1']));
    expect(await holders(TOKEN.kitty)).toEqual(byAddress(alice, bob).map((holder) => [holder, '1']));
    expect(await holders(TOKEN.game)).toEqual(
      [
        [hex(alice), '3'],
        [hex(bob), '2'],
      ].sort((one, other) => Number(other[1]) - Number(one[1])),
    );
  });

  it('R-303: do not include senders of what they never received, and may have more than the largest supply', async () => {
    expect(await holders(TOKEN.leak)).toEqual([[hex(bob), '50']]);
    expect(await holders(TOKEN.endless)).toEqual([[hex(bob), String(2n * MOST)]]);
    expect(await holders(TOKEN.seven)).toEqual([[hex(bob), '3']]);
  });

  it('R-060, R-061, R-A165, R-317: come in pages, also with ties, and the last page has no cursor', async () => {
    const whole = (await get(TOKEN.crowd, '?limit=100')).data.holders;
    expect(whole.map(({ balance }: { balance: string }) => balance)).toEqual([
      ...['9', '9'],
      ...Array.from({ length: HOLDERS - 2 }, () => '4'),
    ]);
    for (const limit of [1, 5, HOLDERS]) {
      const walked: unknown[] = [];
      let cursor: string | undefined;
      do {
        const { data } = await get(TOKEN.crowd, `?limit=${limit}${cursor ? `&cursor=${cursor}` : ''}`);
        expect(data.holders.length).toBeGreaterThan(0);
        walked.push(...data.holders);
        cursor = data.nextCursor;
      } while (cursor !== undefined);
      expect(walked).toEqual(whole);
    }
  });

  it('R-062, R-063: accept no cursor of another token', async () => {
    const { nextCursor } = (await get(TOKEN.crowd, '?limit=1')).data;
    expect((await get(TOKEN.dollar, `?cursor=${nextCursor}`)).error.details.reason).toBe('cursor_invalid');
  });
});

describe('the holders of a token with transfers between pages', () => {
  const service = useService({ firstBlock: FIRST, fill });

  it('R-064: are listed once each, unless their own balance changed', async () => {
    const page = async (cursor?: string) =>
      (
        await service.get(
          `tokens/${hex(TOKEN.crowd)}/holders?limit=4${cursor === undefined ? '' : `&cursor=${cursor}`}`,
        )
      ).json.data;
    const first = await page();
    const holders = (await service.get(`tokens/${hex(TOKEN.crowd)}/holders`)).json.data.holders;
    const [risen, gone] = holders.slice(-2).map(({ holder }: { holder: string }) => holder);
    await storeDays(service.pool, HEAD + 1, HEAD + 1, {
      [HEAD + 1]: [[eventLog(TOKEN.crowd, TRANSFER, [fromHex(gone), fromHex(risen)], [4])]],
    });
    const walked = first.holders;
    let cursor = first.nextCursor;
    while (cursor !== undefined) {
      const next = await page(cursor);
      walked.push(...next.holders);
      cursor = next.nextCursor;
    }
    const unmoved = (rows: readonly { holder: string }[]) =>
      rows.map(({ holder }) => holder).filter((holder) => holder !== risen && holder !== gone);
    expect(unmoved(walked)).toEqual(unmoved(holders));
  });
});

describe('the transfers of a token', () => {
  const service = useService({ firstBlock: FIRST, fill });
  const get = async (token: Buffer, query = '') =>
    (await service.get(`tokens/${hex(token)}/transfers${query}`)).json;

  it('R-304, R-A153, R-A154: come newest first, mints without a sender and burns without a recipient', async () => {
    const { data, meta } = await get(TOKEN.dollar);
    expect(meta.asOfBlock).toBe(HEAD);
    expect(data.token).toMatchObject({ address: hex(TOKEN.dollar), standard: 'erc20' });
    const rows = data.transfers.map((row: Record<string, unknown>) => [
      row.blockNumber,
      row.txIndex,
      row.eventType,
    ]);
    expect(rows).toEqual([
      ...[
        [HEAD, 0, 'transfer'],
        [1_034, 1, 'transfer'],
        [1_034, 0, 'transfer'],
        [1_033, 1, 'transfer'],
      ],
      ...[
        [1_033, 0, 'transfer'],
        [1_011, 0, 'burn'],
        [1_005, 0, 'transfer'],
        [1_003, 0, 'transfer'],
      ],
      ...[
        [1_001, 1, 'transfer'],
        [1_001, 1, 'transfer'],
        [1_001, 0, 'mint'],
      ],
    ]);
    expect(data.transfers[5]).not.toHaveProperty('to');
    expect(data.transfers.at(-1)).not.toHaveProperty('from');
  });

  it('R-A152, R-A155, R-A156, R-A157: have the fields of their standard', async () => {
    const rows = async (token: Buffer) =>
      (await get(token)).data.transfers.map(
        ({ logIndex, batchIndex, operator, tokenId, value }: Record<string, unknown>) => ({
          ...{ logIndex, batchIndex, operator, tokenId, value },
        }),
      );
    expect((await rows(TOKEN.art))[0]).toEqual({ logIndex: 2, tokenId: '3' });
    expect((await rows(TOKEN.seven))[0]).toEqual({ logIndex: 6, value: '3' });
    expect((await rows(TOKEN.kitty))[0]).toEqual({ logIndex: 4, tokenId: '9' });
    expect(await rows(TOKEN.game)).toEqual([
      ...[2, 1, 0].map((batchIndex) => ({
        ...{ logIndex: 1, batchIndex, operator: hex(carol) },
        ...[
          { tokenId: '7', value: '1' },
          { tokenId: '9', value: '0' },
          { tokenId: '9', value: '2' },
        ][batchIndex],
      })),
      { logIndex: 0, operator: hex(carol), tokenId: '7', value: '5' },
    ]);
  });

  it('R-A158 to R-A161: name their transaction', async () => {
    const [row] = (await get(TOKEN.dollar)).data.transfers;
    expect(row).toMatchObject({
      txHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      ...{ timestamp: HEAD * 86_400, txSender: hex(addressOf('sender')), txTo: hex(addressOf('called')) },
    });
  });

  it('R-060, R-061, R-A162: come in pages, also within a batch', async () => {
    for (const token of [TOKEN.game, TOKEN.dollar]) {
      const whole = (await get(token)).data.transfers;
      const walked: unknown[] = [];
      let cursor: string | undefined;
      do {
        const { data } = await get(token, `?limit=1${cursor ? `&cursor=${cursor}` : ''}`);
        walked.push(...data.transfers);
        cursor = data.nextCursor;
      } while (cursor !== undefined);
      expect(walked).toEqual(whole);
    }
  });
});

describe('the statistics of a token', () => {
  const service = useService({ firstBlock: FIRST, fill });
  const get = async (token: Buffer) => (await service.get(`tokens/${hex(token)}/statistics`)).json;

  it('R-304, R-A168 to R-A171: cover all blocks, and three windows that end with the head', async () => {
    const { data, meta } = await get(TOKEN.dollar);
    expect(meta.asOfBlock).toBe(HEAD);
    expect(data).toEqual({
      ...{ chainId: 1, address: hex(TOKEN.dollar), standard: 'erc20', transferCount: 11 },
      ...{ firstTransferBlock: 1_001, lastTransferBlock: HEAD },
      windows: [
        { window: '24h', transferCount: 1, senderCount: 1, receiverCount: 1 },
        // A block exactly seven days old is not in the window.
        { window: '7d', transferCount: 3, senderCount: 2, receiverCount: 3 },
        { window: '30d', transferCount: 6, senderCount: 4, receiverCount: 4 },
      ],
      ...{ holderCount: 5, currentHolderCount: 2, mintCount: 1, burnCount: 1 },
      ...{ mintedAmount: '100', burnedAmount: '20' },
    });
  });

  it('R-A170, R-A171: have no amounts if the standard has none', async () => {
    const { data } = await get(TOKEN.art);
    expect(data).toMatchObject({ mintCount: 3, burnCount: 1, holderCount: 3, currentHolderCount: 2 });
    expect(data).not.toHaveProperty('mintedAmount');
    expect(data).not.toHaveProperty('burnedAmount');
  });

  it('have amounts of any size', async () => {
    expect((await get(TOKEN.endless)).data).toMatchObject({ mintCount: 2, mintedAmount: String(2n * MOST) });
  });
});
