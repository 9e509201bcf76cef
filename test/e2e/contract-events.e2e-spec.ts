import { describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import type { Log, VerifiedBlock } from '../../src/domain/chain/record/block.js';
import { keccak256 } from '../../src/domain/crypto/keccak.js';
import { applyEvents } from '../../src/event-store/apply-events.js';
import { inTransaction } from '../../src/platform/postgres/transaction.js';
import { contractProjector } from '../../src/records/code/contract.projector.js';
import { logProjector } from '../../src/records/log/log.projector.js';
import { eventLog, word } from '../builder/token-log.js';
import { addressOf, hashOf, hex } from './fixture/bytes.js';
import { ISLAND } from './fixture/chain.js';
import { storeChain } from './fixture/store-chain.js';
import { useService } from './fixture/use-service.js';

const [speaker, crowded, other, alice] = ['speaker', 'crowded', 'other', 'alice'].map(addressOf) as [
  ...[Buffer, Buffer, Buffer, Buffer],
];
const TRANSFER = 'Transfer(address,address,uint256)';
const NAMED = 'Named(string,address)';
const FLAGS = 'Flags(int256,bool,bytes,uint8[])';
const PAID = 'Paid(address,uint256)';
const BARE = 'Bare(uint256)';
const SENT = 'Sent(uint256,uint256)';

const topic = (signature: string) => keccak256(Buffer.from(signature)).toString('hex');
const functionSelector = (signature: string) => topic(signature).slice(0, 8);

const SIGNATURES = [
  `event ${topic(TRANSFER)} 90 Transfer(address indexed from,address indexed to,uint256 value)`,
  `event ${topic(NAMED)} 3 Named(string indexed name,address owner)`,
  `event ${topic(FLAGS)} 3 Flags(int256 change,bool set,bytes blob,uint8[] list)`,
  `event ${topic(PAID)} 3 Paid(address indexed payer,uint256 amount)`,
  `event ${topic(PAID)} 1 Paid(address indexed from,uint256 wad)`,
  `event ${topic(BARE)} 0 Bare(uint256)`,
  `event ${topic(SENT)} 0 Sent(uint256,uint256)`,
  `function ${functionSelector('increment()')} 4 increment()`,
  `function ${functionSelector('count()')} 4 count()`,
  `function ${functionSelector('count()')} 9 many_msg_babbage(bytes1)`,
].sort();

const silentTopics = (address: Buffer): Log => ({ address, topics: [], data: Buffer.from('aa', 'hex') });

/** Words: -1, true, the offsets of the bytes and the list, the length and value 0xabcd, and the list [1, 2]. */
const FLAGS_DATA = [...[2n ** 256n - 1n, 1, 128, 192, 2, BigInt(`0xabcd${'00'.repeat(30)}`), 2, 1, 2]];

const LOGS: readonly (readonly Log[])[] = [
  [
    eventLog(speaker, TRANSFER, [alice, speaker], [5]),
    eventLog(other, TRANSFER, [alice, alice], [5]),
    eventLog(speaker, NAMED, [0x1234], [alice]),
    eventLog(speaker, FLAGS, [], FLAGS_DATA),
  ],
  [
    eventLog(speaker, PAID, [alice], [7]),
    eventLog(speaker, BARE, [9]),
    eventLog(speaker, SENT, [1], [2]),
    eventLog(speaker, TRANSFER, [alice], [5]),
    eventLog(speaker, 'Unheard()', []),
    silentTopics(speaker),
  ],
  Array.from({ length: 120 }, (_, index) => eventLog(crowded, BARE, [index])),
];

/** PUSH4 increment(), PUSH4 count(), in a dispatcher as a compiler writes it. */
const DISPATCHER = Buffer.from(
  `5f3560e01c8063${functionSelector('increment()')}14601f578063${functionSelector('count()')}14601f57` +
    `8063deadbeef14601f575f5ffd5b00`,
  'hex',
);

async function fill(pool: Pool): Promise<void> {
  await storeChain(pool);
  const stored = (number: number, logs: readonly (readonly Log[])[], more: object = {}) => ({
    kind: 'BlockAppended',
    position: 0,
    block: {
      header: { number },
      receipts: logs.map((ofTransaction) => ({ logs: ofTransaction })),
      ...more,
    } as unknown as VerifiedBlock,
  });
  const created = { address: speaker, code: DISPATCHER, storage: [] };
  const blocks = [
    stored(ISLAND, [[eventLog(speaker, BARE, [1])]], { stateChanges: [[created]] }),
    stored(ISLAND + 1, LOGS),
  ] as never;
  await inTransaction(pool, async (tx) => {
    await applyEvents(logProjector(), tx, blocks);
    await applyEvents(contractProjector(), tx, blocks);
  });
}

interface Place {
  readonly blockNumber: number;
  readonly logIndex: number;
}

describe('the events of a contract', () => {
  const service = useService({ fill, firstBlock: ISLAND, signatures: SIGNATURES });
  const page = async (address: Buffer, query = '') =>
    (await service.get(`contracts/${hex(address)}/events${query}`)).json.data;
  const places = ({ events }: { events: readonly Place[] }) =>
    events.map(({ blockNumber, logIndex }) => [blockNumber, logIndex]);
  const log = async (index: number) =>
    (await page(speaker)).events.find(
      ({ blockNumber, logIndex }: Place) => blockNumber === ISLAND + 1 && logIndex === index,
    );

  it('R-125, R-126: come newest first, with their places in block and transaction', async () => {
    const found = await page(speaker);
    expect(Object.keys(found)).toEqual(['chainId', 'address', 'events']);
    expect(places(found)).toEqual([
      ...[9, 8, 7, 6, 5, 4, 3, 2, 0].map((logIndex) => [ISLAND + 1, logIndex]),
      [ISLAND, 0],
    ]);
    expect(await log(5)).toMatchObject({ txIndex: 1, logIndex: 5, logIndexInTx: 1 });
    expect(await log(2)).toMatchObject({ txIndex: 0, logIndexInTx: 2, txHash: hex(hashOf('crowd 0')) });
  });

  it('R-127, R-128, R-131, R-132: are decoded as the only event that fits', async () => {
    expect(await log(0)).toEqual({
      address: hex(speaker),
      blockNumber: ISLAND + 1,
      txIndex: 0,
      logIndex: 0,
      logIndexInTx: 0,
      txHash: hex(hashOf('crowd 0')),
      timestamp: expect.any(Number),
      topics: [`0x${topic(TRANSFER)}`, hex(word(alice)), hex(word(speaker))],
      data: hex(word(5)),
      decodeStatus: 'verified',
      decoded: {
        name: 'Transfer',
        args: [
          { name: 'from', type: 'address', value: hex(alice), indexed: true },
          { name: 'to', type: 'address', value: hex(speaker), indexed: true },
          { name: 'value', type: 'uint256', value: '5', indexed: false },
        ],
        candidateCount: 1,
      },
    });
    const { decoded } = await log(3);
    expect(decoded.args.map(({ value }: { value: unknown }) => value)).toEqual([
      '-1',
      true,
      '0xabcd',
      ['1', '2'],
    ]);
  });

  it('R-133: have only the hash of an indexed text', async () => {
    const { decodeStatus, decoded } = await log(2);
    expect(decodeStatus).toBe('verified');
    expect(decoded.args).toEqual([
      { name: 'name', type: 'string', value: { hash: hex(word(0x1234)), dynamic: true }, indexed: true },
      { name: 'owner', type: 'address', value: hex(alice), indexed: false },
    ]);
  });

  it('R-128, R-129: are decoded as the most used of several events that fit, and say so', async () => {
    const ambiguous = await log(4);
    expect(ambiguous).toMatchObject({ decodeStatus: 'ambiguous', decoded: { candidateCount: 2 } });
    expect(ambiguous.decoded.args[0].name).toBe('payer');
    expect(await log(5)).toMatchObject({ decodeStatus: 'partial', decoded: { name: 'Bare' } });
    expect(await log(6)).toMatchObject({ decodeStatus: 'inferred', decoded: { name: 'Sent' } });
  });

  it('R-127, R-128, R-130, R-A090: are not decoded if no known event fits', async () => {
    expect(await log(7)).toMatchObject({ decodeStatus: 'failed' });
    expect(await log(8)).toMatchObject({ decodeStatus: 'abi_missing', topics: [`0x${topic('Unheard()')}`] });
    expect(await log(9)).toMatchObject({ decodeStatus: 'abi_missing', topics: [], data: '0xaa' });
    for (const index of [7, 8, 9]) expect(await log(index)).not.toHaveProperty('decoded');
  });

  it('R-055, R-056, R-060, R-061, R-317, R-A091: contain every log once at any page size', async () => {
    expect(places(await page(crowded))).toHaveLength(25);
    for (const limit of [1, 40, 100]) {
      const walked: number[] = [];
      let cursor: string | undefined;
      do {
        const query: string = cursor === undefined ? `?limit=${limit}` : `?limit=${limit}&cursor=${cursor}`;
        const found = await page(crowded, query);
        walked.push(...places(found).map(([, logIndex]) => logIndex!));
        cursor = found.nextCursor;
      } while (cursor !== undefined);
      expect(walked).toEqual(Array.from({ length: 120 }, (_, index) => 129 - index));
    }
    expect(await page(speaker, '?limit=10')).not.toHaveProperty('nextCursor');
  });

  it('R-062, R-063: take no cursor of another contract', async () => {
    const { nextCursor } = await page(crowded, '?limit=2');
    for (const cursor of [nextCursor, 'garbage']) {
      const { status, json } = await service.get(`contracts/${hex(speaker)}/events?cursor=${cursor}`);
      expect([status, json.error.details.reason]).toEqual([400, 'cursor_invalid']);
    }
  });

  it('R-134: are listed for an address with logs, though its code is not known', async () => {
    expect(places(await page(other))).toEqual([[ISLAND + 1, 1]]);
    expect((await service.get(`contracts/${hex(other)}`)).status).toBe(404);
  });

  it('R-064, R-065: continue after a cursor though newer and older ones were orphaned', async () => {
    const { nextCursor } = await page(speaker, '?limit=9');
    await service.pool.query('DELETE FROM log WHERE block_number = $1 AND address = $2', [ISLAND, speaker]);
    expect(await page(speaker, `?cursor=${nextCursor}`)).toEqual({
      chainId: 1,
      address: hex(speaker),
      events: [],
    });
  });
});

describe('the selectors of a contract', () => {
  const service = useService({ fill, firstBlock: ISLAND, signatures: SIGNATURES });

  it('R-106, R-120 to R-124, R-A087 to R-A089: have their known signatures, the most used first', async () => {
    const { json } = await service.get(`contracts/${hex(speaker)}/selectors`);
    const { selectors, selectorCount } = json.data;
    expect(selectorCount).toBe(3);
    expect(selectors).toEqual([
      {
        selector: `0x${functionSelector('count()')}`,
        decodeStatus: 'ambiguous',
        signature: 'many_msg_babbage(bytes1)',
        name: 'many_msg_babbage',
        candidateCount: 2,
      },
      {
        selector: `0x${functionSelector('increment()')}`,
        decodeStatus: 'partial',
        signature: 'increment()',
        name: 'increment',
        candidateCount: 1,
      },
      { selector: '0xdeadbeef', decodeStatus: 'abi_missing' },
    ]);
  });
});
