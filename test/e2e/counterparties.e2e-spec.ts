import { describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { FRAME_TYPES } from '../../src/domain/chain/record/block.js';
import { TRANSFER_SHAPES, type TransferShape } from '../../src/domain/token/token-transfer.js';
import { aBlock } from './fixture/block-row.js';
import { addressOf, hashOf, hex } from './fixture/bytes.js';
import { cover, insert } from './fixture/store-chain.js';
import { aTransaction, type TransactionColumns } from './fixture/transaction-row.js';
import { useService } from './fixture/use-service.js';

const FIRST = 20_000_000;
const HEAD = FIRST + 9;
const [alice, bob, carol, dave, erin, kitty] = ['alice', 'bob', 'carol', 'dave', 'erin', 'kitty'].map(
  addressOf,
) as [Buffer, Buffer, Buffer, Buffer, Buffer, Buffer];
const nobody = Buffer.alloc(20);
const OWNER_OF = Buffer.from('6352211e', 'hex');

interface Payment {
  readonly from: Buffer;
  readonly to: Buffer | null;
  readonly reverted?: boolean;
  readonly type?: 'CREATE';
}

interface Move {
  readonly from: Buffer | null;
  readonly to: Buffer | null;
  readonly shape?: TransferShape;
  readonly token?: Buffer;
}

interface Deal extends Partial<Pick<TransactionColumns, 'from_address' | 'to_address' | 'status'>> {
  readonly block: number;
  readonly payments?: readonly Payment[];
  readonly moves?: readonly Move[];
}

let made = 0;

/** Stores blocks, some with transactions, and the frames and transfers of each. */
async function store(pool: Pool, deals: readonly Deal[]): Promise<void> {
  const numbers = Array.from({ length: HEAD - FIRST + 1 }, (_, index) => FIRST + index);
  for (const number of numbers) await insert(pool, 'block', aBlock(number, []));
  for (const family of ['blocks', 'frames', 'state_diff']) await cover(pool, family, numbers);
  for (const { block, payments = [], moves = [], ...transaction } of deals) {
    const place = { block_number: block, tx_index: made };
    await insert(pool, 'transaction', { ...place, ...aTransaction(`deal ${made++}`, transaction) });
    for (const [index, { from, to, reverted = false, type = 'CALL' }] of payments.entries()) {
      const path = Buffer.from([0, 0, 0, index]);
      await insert(pool, 'internal_transfer', {
        ...{ ...place, path, type: FRAME_TYPES.indexOf(type), from_address: from, to_address: to, value: 1 },
        ...{ ordinal: index + 1, reverted },
      });
    }
    for (const [index, { from, to, shape = 'erc20', token = carol }] of moves.entries())
      await insert(pool, 'transfer', {
        ...{ ...place, log_index: made * 10 + index, batch_index: 0, token },
        ...{ shape: TRANSFER_SHAPES.indexOf(shape), from_address: from, to_address: to, value: 1 },
      });
  }
}

const sends = (block: number, from: Buffer, to: Buffer | null, status = 1): Deal => ({
  ...{ block, from_address: from, to_address: to, status },
});

function useDeals(deals: readonly Deal[], more: (pool: Pool) => Promise<void> = async () => undefined) {
  const service = useService({
    firstBlock: FIRST,
    fill: async (pool) => {
      await store(pool, deals);
      await more(pool);
    },
  });
  return {
    service,
    ranking: async (address: Buffer, query = '') =>
      (await service.get(`addresses/${hex(address)}/counterparties${query}`)).json,
  };
}

type Row = Record<string, unknown>;

describe('the ranking of counterparties', () => {
  const names = ['one', 'two', 'three', 'four', 'five', 'six', 'seven'];
  const [one, two, three, four, five, six, seven] = names.map(addressOf) as Buffer[] & { length: 7 };
  const tied = [five!, six!, seven!].sort(Buffer.compare);
  const { ranking, service } = useDeals([
    // Two successes long ago; two lately; three and a later failure; a failure only; and three equal ones.
    ...[0, 1].map((at) => sends(FIRST + at, alice, one!)),
    ...[1, 2].map((at) => sends(FIRST + at, two!, alice)),
    ...[0, 1, 2].map((at) => sends(FIRST + at, alice, three!)),
    sends(FIRST + 9, alice, three!, 0),
    sends(FIRST + 8, alice, four!, 0),
    ...tied.map((address) => sends(FIRST + 3, alice, address)),
  ]);
  const order = [three, two, one, ...tied, four].map((address) => hex(address!));

  it('R-270, R-271: orders by successful transactions, then by the last one, then by address, and states no rank', async () => {
    const { data, meta } = await ranking(alice);
    expect(data.counterparties.map(({ counterparty }: Row) => counterparty)).toEqual(order);
    expect(data.address).toBe(hex(alice));
    expect(meta.asOfBlock).toBe(HEAD);
    expect(Object.keys(data.counterparties[0])).not.toContain('rank');
  });

  it('R-273: counts reverted transactions as interactions, not as successes', async () => {
    const { data } = await ranking(alice);
    expect(data.counterparties[0]).toMatchObject({
      succeededTxCount: 3,
      interactionTxCount: 4,
      sentTxCount: 4,
    });
    expect(data.counterparties.at(-1)).toEqual({
      ...{ counterparty: hex(four!), succeededTxCount: 0, interactionTxCount: 1 },
      ...{ sentTxCount: 1, receivedTxCount: 0, firstBlock: FIRST + 8, lastBlock: FIRST + 8 },
      ...{ surfaces: ['external'], surfaceCounts: { external: 1 } },
    });
  });

  it('R-272, R-274, R-B11, R-A122: covers all blocks, or all up to a given one', async () => {
    const { data } = await ranking(alice);
    expect(data.window).toEqual({ kind: 'all', asOfBlock: HEAD });
    expect(data.counterparties[0]).toMatchObject({ firstBlock: FIRST, lastBlock: FIRST + 9 });
    const { data: early, meta } = await ranking(alice, `?block=${FIRST + 1}`);
    expect(early.window).toEqual({ kind: 'block', asOfBlock: FIRST + 1 });
    expect(meta.asOfBlock).toBe(FIRST + 1);
    expect(early.counterparties.map(({ counterparty }: Row) => counterparty)).toEqual(
      [[one!, three!].sort(Buffer.compare), two!].flat().map(hex),
    );
    for (const { firstBlock, lastBlock } of early.counterparties)
      expect([firstBlock >= FIRST, lastBlock <= FIRST + 1]).toEqual([true, true]);
  });

  it('R-278, R-A127: states how many omitted ones tie with the last', async () => {
    const ties = async (query: string) => {
      const { data } = await ranking(alice, query);
      return [data.counterparties.length, data.boundaryTieCount];
    };
    for (const at of ['', `&block=${HEAD}`]) {
      expect(await ties(`?limit=1${at}`)).toEqual([1, 0]);
      expect(await ties(`?limit=2${at}`)).toEqual([2, 1]);
      expect(await ties(`?limit=4${at}`)).toEqual([4, 2]);
      expect(await ties(`?limit=6${at}`)).toEqual([6, 0]);
      expect(await ties(`?limit=7${at}`)).toEqual([7, undefined]);
    }
  });

  it('R-279, R-B12, R-A125, R-A126: states the total number and how it was counted', async () => {
    expect((await ranking(alice, '?limit=1')).data).toMatchObject({ corpus: 7, corpusBasis: 'precomputed' });
    const early = await ranking(alice, `?limit=1&block=${FIRST}`);
    expect(early.data).toMatchObject({ corpus: 2, corpusBasis: 'at_block' });
  });

  it('is empty for an address never used', async () => {
    for (const [query, window] of [
      ['', { kind: 'all', asOfBlock: HEAD }],
      [`?block=${FIRST}`, { kind: 'block', asOfBlock: FIRST }],
    ] as const) {
      const { data } = await ranking(addressOf('unused'), query);
      expect(data).toMatchObject({ counterparties: [], corpus: 0, window });
      expect(data).not.toHaveProperty('boundaryTieCount');
    }
  });

  it('R-227, R-031: refuses blocks above the head, and below the first block of the chain', async () => {
    const { status, json } = await service.get(`addresses/${hex(alice)}/counterparties?block=${HEAD + 1}`);
    expect([status, json.error.details]).toEqual([
      422,
      { reason: 'beyond_coverage', requestedBlock: HEAD + 1, maxAvailableBlock: HEAD },
    ]);
    const before = await service.get(`addresses/${hex(alice)}/counterparties?block=${FIRST - 1}`);
    expect([before.status, before.json.error.details.reason]).toEqual([400, 'block_invalid']);
  });
});

describe('counterparties by surface', () => {
  const { ranking } = useDeals(
    [
      // One transaction to bob, with two payments back, a token from bob, and an item to bob.
      {
        ...sends(FIRST, alice, bob),
        payments: [
          { from: bob, to: alice },
          { from: bob, to: alice },
        ],
        moves: [
          { from: bob, to: alice },
          { from: alice, to: bob, shape: 'erc1155_single' },
        ],
      },
      { ...sends(FIRST + 1, erin, bob), payments: [{ from: bob, to: alice, reverted: true }] },
      // With itself, with the zero address, and failed creations.
      { ...sends(FIRST + 2, alice, alice), payments: [{ from: alice, to: alice }] },
      {
        ...sends(FIRST + 2, alice, null),
        payments: [{ from: alice, to: null, type: 'CREATE', reverted: true }],
      },
      sends(FIRST + 2, erin, erin),
      {
        ...sends(FIRST + 3, erin, dave),
        moves: [
          { from: null, to: alice },
          { from: alice, to: null },
          { from: alice, to: alice },
        ],
      },
      sends(FIRST + 4, alice, nobody),
      {
        ...sends(FIRST + 5, erin, dave),
        moves: [{ from: alice, to: kitty, shape: 'unindexed', token: kitty }],
      },
      {
        ...sends(FIRST + 6, erin, dave),
        moves: [{ from: dave, to: alice, shape: 'unindexed', token: dave }],
      },
    ],
    async (pool) => {
      const hash = hashOf('kitty');
      const code = { hash, code: '', fingerprint: hash, selectors: OWNER_OF, proxy_pattern: 'none' };
      await insert(pool, 'code', code);
      await insert(pool, 'code_change', {
        ...{ block_number: FIRST, tx_index: 0, address: kitty, kind: 'set', code_hash: hash },
      });
    },
  );
  const row = async (of: Buffer, with_: Buffer) =>
    (await ranking(of)).data.counterparties.find(({ counterparty }: Row) => counterparty === hex(with_));

  it('R-275, R-276, R-B04, R-A123: list the surfaces on which they met, and count a transaction once on each', async () => {
    expect(await row(alice, bob)).toEqual({
      ...{ counterparty: hex(bob), succeededTxCount: 1, interactionTxCount: 2, sentTxCount: 1 },
      ...{ receivedTxCount: 2, firstBlock: FIRST, lastBlock: FIRST + 1 },
      surfaces: ['external', 'internal', 'token'],
      surfaceCounts: { external: 1, internal: 2, token: 1 },
      tokenClasses: ['fungible', 'nft'],
    });
    expect(await row(bob, alice)).toMatchObject({ sentTxCount: 2, receivedTxCount: 1 });
  });

  it('R-277, R-B05, R-A124: name token classes only if tokens moved', async () => {
    expect(await row(erin, bob)).not.toHaveProperty('tokenClasses');
    expect(await row(alice, kitty)).toMatchObject({ surfaces: ['token'], tokenClasses: ['nft'] });
    expect(await row(alice, dave)).toMatchObject({ surfaces: ['token'], tokenClasses: ['fungible'] });
  });

  it('R-283: do not include the address itself, failed creations, or the zero address of mints and burns', async () => {
    const { data } = await ranking(alice);
    expect(data.counterparties.map(({ counterparty }: Row) => counterparty).sort()).toEqual(
      [bob, dave, kitty, nobody].map(hex).sort(),
    );
    expect(data.corpus).toBe(4);
  });
});

describe('counterparties where something is missing', () => {
  const deals = [sends(FIRST, alice, bob), sends(FIRST + 7, alice, bob)];
  const narrow = (family: string, blocks: readonly number[]) => async (pool: Pool) => {
    await pool.query('DELETE FROM coverage WHERE family = $1', [family]);
    await cover(pool, family, blocks);
  };
  const { ranking } = useDeals(
    deals,
    narrow(
      'frames',
      [0, 1, 2, 3, 6, 7, 9].map((at) => FIRST + at),
    ),
  );

  it('R-227, R-031: are refused if blocks without frames may have some, with the first gap', async () => {
    for (const query of ['', ...[4, 5, 6].map((at) => `?block=${FIRST + at}`)]) {
      const { error } = await ranking(alice, query);
      expect([error.code, error.details]).toEqual([
        'block_not_available',
        {
          reason: 'coverage_gap',
          ...{ coverageGapFromBlock: FIRST + 4, coverageGapToBlock: FIRST + 5, maxAvailableBlock: HEAD },
        },
      ]);
    }
    const { data } = await ranking(alice, `?block=${FIRST + 3}`);
    expect(data.corpus).toBe(1);
  });
});
