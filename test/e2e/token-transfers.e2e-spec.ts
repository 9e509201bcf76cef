import { describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import type { Log, VerifiedBlock } from '../../src/domain/chain/record/block.js';
import { applyEvents } from '../../src/event-store/apply-events.js';
import { inTransaction } from '../../src/platform/postgres/transaction.js';
import { tokenProjector } from '../../src/projection/token/token.projector.js';
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
import { addressOf, hashOf, hex } from './fixture/bytes.js';
import { HEAD, ISLAND } from './fixture/chain.js';
import { insert, storeChain } from './fixture/store-chain.js';
import { useService } from './fixture/use-service.js';

const [dollar, art, game, kitty, vault, operated] = [
  'dollar',
  'art',
  'game',
  'kitty',
  'vault',
  'operated',
].map(addressOf) as [Buffer, Buffer, Buffer, Buffer, Buffer, Buffer];
const [alice, bob, carol, crowded] = ['alice', 'bob', 'carol', 'crowded'].map(addressOf) as [
  Buffer,
  Buffer,
  Buffer,
  Buffer,
];
const nobody = Buffer.alloc(20);
const founder = addressOf('founder');
const BLOCK = ISLAND + 1;

/** The logs of one block, transaction by transaction. */
const LOGS: readonly (readonly Log[])[] = [
  [
    eventLog(dollar, TRANSFER, [alice, bob], [2_500_000_000n]),
    eventLog(dollar, TRANSFER, [alice, alice], [1]),
  ],
  [eventLog(art, TRANSFER, [nobody, alice, 8121]), eventLog(art, TRANSFER, [alice, nobody, 8121])],
  [
    eventLog(game, TRANSFER_SINGLE, [carol, alice, bob], [7, 5]),
    eventLog(game, TRANSFER_BATCH, [carol, bob, alice], batch([7, 7, 9], [1, 1, 2])),
  ],
  [eventLog(kitty, TRANSFER, [], [alice, bob, 77])],
  [eventLog(vault, DEPOSIT, [alice, alice], [1, 1]), eventLog(vault, TRANSFER, [nobody, alice], [1])],
  [eventLog(operated, SENT, [carol, alice, bob], amountWithTexts(3))],
  Array.from({ length: 130 }, () => eventLog(dollar, TRANSFER, [crowded, carol], [1])),
];

async function fill(pool: Pool): Promise<void> {
  await storeChain(pool);
  const block = {
    header: { number: BLOCK },
    receipts: LOGS.map((logs) => ({ logs })),
  } as unknown as VerifiedBlock;
  // The first transaction of the island creates a contract.
  const creation = {
    header: { number: ISLAND },
    receipts: [{ logs: [eventLog(dollar, TRANSFER, [nobody, founder], [9])] }],
  } as unknown as VerifiedBlock;
  await inTransaction(pool, (tx) =>
    applyEvents(tokenProjector(), tx, [
      { kind: 'BlockAppended', position: 1, block: creation },
      { kind: 'BlockAppended', position: 2, block },
    ]),
  );
  const code = { hash: hashOf('kitty'), code: Buffer.from('00', 'hex'), fingerprint: hashOf('kitty') };
  const selectors = Buffer.from('06fdde036352211e', 'hex');
  await insert(pool, 'code', { ...code, selectors, proxy_pattern: 'none' });
  const declared = { symbol: Buffer.from('$\0\xff', 'latin1'), name: Buffer.alloc(0), decimals: 0 };
  await insert(pool, 'token_metadata', { token: operated, ...declared, block_number: BLOCK });
  const set = { block_number: ISLAND, tx_index: 0, address: kitty, kind: 'set', code_hash: code.hash };
  await insert(pool, 'code_change', set);
}

describe('the token transfers of an address', () => {
  const service = useService({ fill });
  const feed = async (address: Buffer, query = '') =>
    (await service.get(`addresses/${hex(address)}/token-transfers${query}`)).json;

  it('R-280, R-291, R-317: come newest first, also the elements of a batch', async () => {
    const { data, meta } = await feed(alice, '?limit=100');
    expect(meta.asOfBlock).toBe(HEAD);
    expect(data).not.toHaveProperty('nextCursor');
    const rows = data.transfers.map((row: Record<string, unknown>) => [
      row.logIndex,
      row.eventType,
      row.role,
    ]);
    expect(rows).toEqual([
      [9, 'transfer', 'sender'],
      [8, 'mint', 'receiver'],
      [6, 'transfer', 'sender'],
      [5, 'transfer_batch', 'receiver'],
      [5, 'transfer_batch', 'receiver'],
      [5, 'transfer_batch', 'receiver'],
      [4, 'transfer_single', 'sender'],
      [3, 'burn', 'sender'],
      [2, 'mint', 'receiver'],
      [1, 'transfer', 'self'],
      [0, 'transfer', 'sender'],
    ]);
  });

  it('R-A145, R-A146, R-A147, R-294: name their transaction', async () => {
    const [row] = (await feed(alice)).data.transfers.slice(-1);
    expect(row).toEqual({
      blockNumber: BLOCK,
      txIndex: 0,
      logIndex: 0,
      token: { address: hex(dollar), standard: 'erc20' },
      eventType: 'transfer',
      role: 'sender',
      from: hex(alice),
      to: hex(bob),
      value: '2500000000',
      txHash: hex(hashOf('crowd 0')),
      timestamp: 1_438_918_233 + Math.floor(BLOCK / 100),
      txSender: hex(addressOf('sender of crowd 0')),
      txTo: hex(addressOf('recipient of crowd 0')),
    });
  });

  it('R-A148: have no called address if the transaction creates a contract', async () => {
    const [row] = (await feed(founder)).data.transfers;
    expect(row).toMatchObject({ blockNumber: ISLAND, eventType: 'mint', txHash: hex(hashOf('creation')) });
    expect(row).not.toHaveProperty('txTo');
  });

  it('R-292, R-A140, R-A141: have no sender for a mint, and no recipient for a burn', async () => {
    const rows = (await feed(alice)).data.transfers;
    const [burn, mint] = ['burn', 'mint'].map((kind) =>
      rows.findLast(({ eventType }: { eventType: string }) => eventType === kind),
    );
    expect(burn).toMatchObject({ from: hex(alice), tokenId: '8121' });
    expect(burn).not.toHaveProperty('to');
    expect(mint).toMatchObject({ to: hex(alice), tokenId: '8121' });
    expect(mint).not.toHaveProperty('from');
  });

  it('R-293, R-295, R-A142, R-A143, R-A144: have the fields of their standard', async () => {
    const rows = (await feed(alice)).data.transfers;
    const ofToken = (token: Buffer) =>
      rows
        .filter((row: { token: { address: string } }) => row.token.address === hex(token))
        .map(
          ({
            operator,
            tokenId,
            value,
            token: { standard },
          }: Record<string, unknown> & { token: { standard: string } }) => ({
            standard,
            operator,
            tokenId,
            value,
          }),
        );
    expect(ofToken(art)[0]).toEqual({ standard: 'erc721', tokenId: '8121' });
    expect(ofToken(game)).toEqual([
      { standard: 'erc1155', operator: hex(carol), tokenId: '9', value: '2' },
      { standard: 'erc1155', operator: hex(carol), tokenId: '7', value: '1' },
      { standard: 'erc1155', operator: hex(carol), tokenId: '7', value: '1' },
      { standard: 'erc1155', operator: hex(carol), tokenId: '7', value: '5' },
    ]);
    expect(ofToken(kitty)).toEqual([{ standard: 'erc721', tokenId: '77' }]);
    expect(ofToken(vault)).toEqual([{ standard: 'erc4626', value: '1' }]);
    expect(ofToken(operated)).toEqual([{ standard: 'erc777', value: '3' }]);
  });

  it('R-296, R-A136, R-A137, R-A138, R-A139: name a token by address and standard while nothing else is known', async () => {
    for (const { token } of (await feed(alice)).data.transfers)
      if (token.address !== hex(operated)) expect(Object.keys(token).sort()).toEqual(['address', 'standard']);
  });

  it('R-296: state what a token declares unchanged, even if empty, with U+FFFD for invalid text', async () => {
    expect((await feed(bob)).data.transfers[0].token).toEqual({
      address: hex(operated),
      standard: 'erc777',
      symbol: '$\0\ufffd',
      name: '',
      decimals: 0,
    });
  });

  it('R-060, R-061, R-065, R-A151: come in pages without losing or repeating a row, also within a batch', async () => {
    const whole = (await feed(alice, '?limit=100')).data.transfers;
    const walked: unknown[] = [];
    let cursor: string | undefined;
    do {
      const { data } = await feed(alice, `?limit=2${cursor ? `&cursor=${cursor}` : ''}`);
      walked.push(...data.transfers);
      cursor = data.nextCursor;
    } while (cursor !== undefined);
    expect(walked).toEqual(whole);
    const exact = (await feed(crowded, '?limit=65')).data;
    expect(exact.transfers).toHaveLength(65);
    const rest = (await feed(crowded, `?limit=65&cursor=${exact.nextCursor}`)).data;
    expect(rest.transfers).toHaveLength(65);
    expect(rest).not.toHaveProperty('nextCursor');
  });

  it('R-062, R-063: accept no cursor of another address', async () => {
    const { nextCursor } = (await feed(crowded)).data;
    expect((await feed(alice, `?cursor=${nextCursor}`)).error.details.reason).toBe('cursor_invalid');
  });

  it('R-281: are empty for an address that never had a token, and for the zero address', async () => {
    for (const unused of [addressOf('unused'), nobody]) {
      expect((await feed(unused)).data).toEqual({ address: hex(unused), transfers: [] });
    }
  });
});

describe('the token transfers between two addresses', () => {
  const path = `addresses/${hex(crowded)}/counterparties/${hex(carol)}/token-transfers`;
  const none = `addresses/${hex(crowded)}/counterparties/${hex(alice)}/token-transfers`;

  describe('while blocks are missing', () => {
    const service = useService({ fill });
    const gap = { reason: 'coverage_gap', coverageGapFromBlock: 46_149, coverageGapToBlock: 12_964_998 };

    it('R-031: are refused on the page that spans them, with the first gap', async () => {
      const { json } = await service.get(`${path}?limit=65`);
      expect(json.data.transfers).toHaveLength(65);
      const rest = await service.get(`${path}?limit=65&cursor=${json.data.nextCursor}`);
      expect([rest.status, rest.json.error.details]).toEqual([422, { ...gap, maxAvailableBlock: HEAD }]);
    });

    it('R-031: are not denied', async () => {
      const { status, json } = await service.get(none);
      expect([status, json.error.details]).toEqual([422, { ...gap, maxAvailableBlock: HEAD }]);
    });
  });

  describe('without missing blocks', () => {
    const service = useService({ fill, firstBlock: ISLAND });

    it('are served to the last', async () => {
      const { json } = await service.get(`${path}?limit=65`);
      const rest = await service.get(`${path}?limit=65&cursor=${json.data.nextCursor}`);
      expect(rest.json.data.transfers).toHaveLength(65);
      expect(rest.json.data).not.toHaveProperty('nextCursor');
      expect((await service.get(none)).json.data.transfers).toEqual([]);
    });
  });
});
