import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { CARRY_HOURS, PriceStore } from '../../../test/price/price-store.js';
import { answer, phaseChange, phaseWord, sync } from '../../../test/price/priced-block.js';
import { DOLLAR, ETHER, PriceSources } from '../../domain/price/price-sources.js';
import { hourOfBlock, lastClosedHour, type PriceHour } from './price-hour.js';

const address = (byte: number) => Buffer.alloc(20, byte);
const hex = (byte: number) => `0x${address(byte).toString('hex')}`;
const [PROXY, FIRST, SECOND, DIRECT, POOL] = [1, 2, 3, 4, 5].map(address) as [
  Buffer,
  Buffer,
  Buffer,
  Buffer,
  Buffer,
];
const [TOKEN, WRAPPED] = [hex(0xa1), hex(0xe1)];
const FEED = `chainlink:${hex(1)}`;
const MINIMUM = 10n ** 19n;

const SOURCES = new PriceSources(
  [
    { address: PROXY, isProxy: true, asset: ETHER, quote: DOLLAR, decimals: 8 },
    { address: DIRECT, isProxy: false, asset: hex(0xb1), quote: ETHER, decimals: 18 },
  ],
  [{ address: POOL, token: TOKEN, quote: WRAPPED, minimumReserve: MINIMUM }],
  new Map([[WRAPPED, ETHER]]),
);

/** Hour 10 of the chain, a block every twelve seconds beginning with block 3,000. */
const HOUR = 10;
const secondOf = (block: number) => block * 12;
const blockAt = (hour: number, minute = 0) => hour * 300 + minute * 5;
const block = (number: number, rest = {}) => ({ number, at: secondOf(number), ...rest });
const atBlock = (block: number) => hourOfBlock(block, secondOf(block));
const closed = (hour: number): PriceHour => lastClosedHour(blockAt(hour + 1), secondOf(blockAt(hour + 1)));
/** Blocks without anything. */
const quiet = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => block(from + i));

let store: PriceStore;
beforeEach(async () => {
  store = await PriceStore.open(SOURCES);
  await store.declare(address(0xa1), 6);
  await store.declare(address(0xe1), 18);
});
afterEach(() => store.close());

const dollars = (amount: number) => BigInt(Math.round(amount * 1e8));

describe('a feed', () => {
  const start = blockAt(HOUR);

  it('prices an hour by the last answer up to the block asked', async () => {
    await store.handle(
      block(start, { changes: [phaseChange(PROXY, 1, FIRST)], logs: [answer(FIRST, dollars(2_000))] }),
      ...quiet(start + 1, start + 9),
      block(start + 10, { logs: [answer(FIRST, dollars(2_010)), answer(FIRST, dollars(2_020))] }),
      ...quiet(start + 11, start + 300),
    );
    expect(await store.price(ETHER, atBlock(start))).toBe(`2000 ${FEED}`);
    expect(await store.price(ETHER, atBlock(start + 9))).toBe(`2000 ${FEED}`);
    expect(await store.price(ETHER, atBlock(start + 10))).toBe(`2020 ${FEED}`);
    expect(await store.price(WRAPPED, closed(HOUR))).toBe(`2020 ${FEED}`);
    expect(await store.price(ETHER, closed(HOUR - 1))).toBeUndefined();
  });

  it('R-261: is carried into hours without an answer, and no further than the bound', async () => {
    await store.handle(
      block(start, { changes: [phaseChange(PROXY, 1, FIRST)], logs: [answer(FIRST, dollars(2_000))] }),
    );
    expect(await store.price(ETHER, closed(HOUR + 1))).toBe(`~2000 ${FEED}`);
    expect(await store.price(ETHER, closed(HOUR + CARRY_HOURS))).toBe(`~2000 ${FEED}`);
    expect(await store.price(ETHER, closed(HOUR + CARRY_HOURS + 1))).toBeUndefined();
  });

  it('counts only the aggregator that its proxy points to at the time', async () => {
    await store.handle(
      block(start, { changes: [phaseChange(PROXY, 1, FIRST)], logs: [answer(FIRST, dollars(2_000))] }),
      block(start + 1, { logs: [answer(SECOND, dollars(2_010)), answer(address(0x66), dollars(6))] }),
      block(start + 2, { changes: [phaseChange(PROXY, 2, SECOND)] }),
      block(start + 3, { logs: [answer(FIRST, dollars(7))] }),
    );
    expect(await store.price(ETHER, atBlock(start + 1))).toBe(`2000 ${FEED}`);
    // What the new aggregator said before it was asked, as the proxy has it.
    expect(await store.price(ETHER, atBlock(start + 3))).toBe(`2010 ${FEED}`);
    await store.handle(
      block(start + 4, { logs: [answer(SECOND, dollars(2_050)), answer(FIRST, dollars(8))] }),
    );
    expect(await store.price(ETHER, atBlock(start + 4))).toBe(`2050 ${FEED}`);
    expect(await store.price(ETHER, atBlock(start + 3))).toBe(`2010 ${FEED}`);
  });

  it('has no price from an aggregator that its proxy left, nor from one that never answered', async () => {
    const nobody = Buffer.alloc(20);
    await store.handle(
      block(start, { changes: [phaseChange(PROXY, 1, FIRST)], logs: [answer(FIRST, dollars(2_000))] }),
      block(start + 1, { changes: [phaseChange(PROXY, 2, nobody)] }),
      block(start + 2, { logs: [answer(FIRST, dollars(9_999))] }),
      block(start + 3, { changes: [phaseChange(PROXY, 3, SECOND)] }),
    );
    expect(await store.price(ETHER, atBlock(start))).toBe(`2000 ${FEED}`);
    for (const at of [1, 2, 3]) expect(await store.price(ETHER, atBlock(start + at))).toBeUndefined();
    // As the node says where coverage begins.
    await store.handle(block(start + 9, { logs: [answer(FIRST, dollars(9_999))] }));
    await store.answer(PROXY, start + 9, phaseWord(4, nobody));
    expect(await store.price(ETHER, atBlock(start + 9))).toBeUndefined();
  });

  it('answers for a closed hour as its proxy did at the end of it', async () => {
    await store.handle(
      block(start, { changes: [phaseChange(PROXY, 1, FIRST)], logs: [answer(FIRST, dollars(2_000))] }),
      block(start + 1, { logs: [answer(SECOND, dollars(2_010))] }),
      ...quiet(start + 2, start + 299),
      block(start + 300, { changes: [phaseChange(PROXY, 2, SECOND)] }),
    );
    expect(await store.price(ETHER, closed(HOUR))).toBe(`2000 ${FEED}`);
    expect(await store.price(ETHER, atBlock(start + 300))).toBe(`~2010 ${FEED}`);
  });

  it('asks the node where coverage begins, once', async () => {
    const asked = async () =>
      (await store.pool.query('SELECT block_number AS block FROM state_read_request ORDER BY 1')).rows.map(
        ({ block }) => block,
      );
    await store.handle(block(start, { logs: [answer(FIRST, dollars(2_000))] }), block(start + 1));
    await store.handle(block(start + 2));
    expect(await asked()).toEqual([start]);
    expect(await store.price(ETHER, atBlock(start + 2))).toBeUndefined();
    await store.answer(PROXY, start, phaseWord(3, FIRST));
    expect(await asked()).toEqual([]);
    expect(await store.price(ETHER, atBlock(start + 2))).toBe(`2000 ${FEED}`);
    // A block with unknown changes ends the known range.
    await store.handle(
      block(start + 3, { isBlind: true, logs: [answer(FIRST, dollars(2_100))] }),
      block(start + 4),
    );
    expect(await store.price(ETHER, atBlock(start + 3))).toBe(`~2000 ${FEED}`);
    expect(await asked()).toEqual([start + 4]);
    // The number of the phase rises with every change: the same at both ends is the same in between.
    await store.answer(PROXY, start + 4, phaseWord(3, FIRST));
    expect(await store.price(ETHER, atBlock(start + 3))).toBe(`2100 ${FEED}`);
  });

  it('R-261: is carried where missing blocks may hold a later answer', async () => {
    await store.handle(
      block(start, { changes: [phaseChange(PROXY, 1, FIRST)], logs: [answer(FIRST, dollars(2_000))] }),
      ...quiet(start + 1, start + 10),
    );
    await store.handle(...quiet(start + 20, start + 30));
    await store.answer(PROXY, start + 20, phaseWord(1, FIRST));
    expect(await store.price(ETHER, atBlock(start + 10))).toBe(`2000 ${FEED}`);
    expect(await store.price(ETHER, atBlock(start + 30))).toBe(`~2000 ${FEED}`);
    // An hour that is over, and whose last blocks are missing.
    await store.handle(...quiet(start + 301, start + 310));
    expect(await store.price(ETHER, lastClosedHour(start + 310, secondOf(start + 310)))).toBe(
      `~2000 ${FEED}`,
    );
    await store.handle(
      block(start + 11, { logs: [answer(FIRST, dollars(50))] }),
      ...quiet(start + 12, start + 19),
    );
    expect(await store.price(ETHER, atBlock(start + 30))).toBe(`50 ${FEED}`);
  });

  it('is carried where it is not known which aggregator its proxy points at', async () => {
    await store.handle(
      block(start, { changes: [phaseChange(PROXY, 1, FIRST)], logs: [answer(FIRST, dollars(2_000))] }),
      block(start + 1, { isBlind: true }),
      block(start + 2, { logs: [answer(FIRST, dollars(2_100))] }),
    );
    expect(await store.price(ETHER, atBlock(start))).toBe(`2000 ${FEED}`);
    expect(await store.price(ETHER, atBlock(start + 2))).toBe(`~2000 ${FEED}`);
  });

  it('ignores answers that are malformed or not positive', async () => {
    const misshapen = { ...answer(FIRST, dollars(5)), data: Buffer.alloc(64) };
    await store.handle(
      block(start, { changes: [phaseChange(PROXY, 1, FIRST)], logs: [answer(FIRST, dollars(2_000))] }),
      block(start + 1, { logs: [misshapen, answer(FIRST, 0), answer(FIRST, 2n ** 256n - 5n)] }),
    );
    expect(await store.price(ETHER, atBlock(start + 1))).toBe(`2000 ${FEED}`);
  });

  it('in ether is worth what ether was in the hour of the answer', async () => {
    const token = hex(0xb1);
    await store.handle(
      block(start, {
        changes: [phaseChange(PROXY, 1, FIRST)],
        logs: [answer(FIRST, dollars(2_000)), answer(DIRECT, 10n ** 18n / 2n)],
      }),
      ...quiet(start + 1, start + 300),
      block(start + 301, { logs: [answer(FIRST, dollars(3_000))] }),
    );
    expect(await store.price(token, closed(HOUR))).toBe(`1000 chainlink:${hex(4)}`);
    expect(await store.price(token, atBlock(start + 301))).toBe(`~1000 chainlink:${hex(4)}`);
    // Without a price of what it is quoted in, it has none.
    await store.unwind(start, start + 301);
    await store.handle(block(start, { logs: [answer(DIRECT, 10n ** 18n)] }));
    expect(await store.price(token, closed(HOUR))).toBeUndefined();
  });
});

describe('a pool', () => {
  const start = blockAt(HOUR);
  const source = `uniswap_v2:${hex(5)}`;
  /** Of a token with 6 decimals that is worth this many thousandths of an ether. */
  const held = (thousandths: bigint, ether = 100n) =>
    sync(POOL, (ether * 1_000n * 10n ** 6n) / thousandths, ether * 10n ** 18n);
  const ether = { changes: [phaseChange(PROXY, 1, FIRST)], logs: [answer(FIRST, dollars(2_000))] };

  it('prices a token in ether by its median over the hour', async () => {
    await store.handle(
      block(start - 200, { ...ether, logs: [...ether.logs, held(1n)] }),
      ...quiet(start - 199, start - 1),
      block(start, ether),
      ...quiet(start + 1, start + 99),
      block(start + 100, { logs: [held(2n)] }),
      ...quiet(start + 101, start + 300),
    );
    expect(await store.price(TOKEN, closed(HOUR))).toBe(`4 ${source}`);
    expect(await store.price(TOKEN, atBlock(start + 100))).toBe(`2 ${source}`);
    expect(await store.price(TOKEN, closed(HOUR + 2))).toBe(`~4 ${source}`);
  });

  it('is not moved by one block, within the hour or at its end, even as the only trade', async () => {
    await store.handle(
      block(start - 200, { changes: ether.changes, logs: [answer(FIRST, dollars(2_000)), held(1n)] }),
      ...quiet(start - 199, start - 1),
      block(start, { logs: [answer(FIRST, dollars(2_000))] }),
      ...quiet(start + 1, start + 49),
      block(start + 50, { logs: [held(900n), held(1n)] }),
      block(start + 51, { logs: [held(900n)] }),
      block(start + 52, { logs: [held(1n)] }),
      ...quiet(start + 53, start + 300),
    );
    for (const block of [start + 50, start + 51, start + 52])
      expect(await store.price(TOKEN, atBlock(block))).toBe(`2 ${source}`);
    expect(await store.price(TOKEN, closed(HOUR))).toBe(`2 ${source}`);
  });

  it('uses what it held before the hour only where no block is missing since', async () => {
    await store.handle(block(start - 100, { ...ether, logs: [...ether.logs, held(1n)] }));
    await store.handle(block(start + 10, { logs: [held(4n)] }), ...quiet(start + 11, start + 299));
    await store.answer(PROXY, start + 10, phaseWord(1, FIRST));
    expect(await store.price(TOKEN, closed(HOUR))).toBe(`~8 ${source}`);
  });

  it('is not set by one block that makes it deep, and keeps the earlier price', async () => {
    const shallow = (number: number) => block(number, { logs: [held(1n, 9n)] });
    await store.handle(
      block(start - 301, ether),
      block(start - 300, { logs: [held(1n)] }),
      ...quiet(start - 299, start - 1),
      shallow(start),
      ...quiet(start + 1, start + 298),
      block(start + 299, { logs: [held(25n, 50n)] }),
      shallow(start + 300),
      ...quiet(start + 301, start + 599),
    );
    for (const hour of [atBlock(start + 299), atBlock(start + 300), closed(HOUR), closed(HOUR + 2)])
      expect(await store.price(TOKEN, hour)).toBe(`~2 ${source}`);
    // Never deep but then, it has no price at all.
    await store.unwind(start - 300, start - 300);
    expect(await store.price(TOKEN, closed(HOUR))).toBeUndefined();
  });

  it('is not set by the state of a single known block', async () => {
    const bought = block(start + 299, { ...ether, logs: [...ether.logs, held(25n)] });
    await store.handle(bought);
    expect(await store.price(TOKEN, atBlock(start + 299))).toBeUndefined();
    expect(await store.price(TOKEN, closed(HOUR))).toBeUndefined();
    // Nor by its earlier value once the later one is unknown.
    await store.clear();
    await store.handle(block(start, { ...ether, logs: [...ether.logs, held(25n)] }));
    await store.handle(block(start + 299));
    expect(await store.price(TOKEN, closed(HOUR))).toBeUndefined();
  });

  it('uses no state from before a gap in the hour', async () => {
    await store.handle(
      block(start, { ...ether, logs: [...ether.logs, held(9n)] }),
      ...quiet(start + 1, start + 20),
    );
    await store.handle(block(start + 120, { logs: [held(1n)] }), ...quiet(start + 121, start + 190));
    await store.handle(block(start + 200, { logs: [held(2n)] }), ...quiet(start + 201, start + 299));
    expect(await store.price(TOKEN, closed(HOUR))).toBe(`~4 ${source}`);
  });

  it('prices a whole unit by the decimals that its tokens declared at the block', async () => {
    await store.handle(
      block(start, { ...ether, logs: [...ether.logs, held(1n)] }),
      ...quiet(start + 1, start + 300),
    );
    await store.declare(address(0xa1), 7, start + 250);
    await store.declare(address(0xe1), 17, start + 280);
    expect(await store.price(TOKEN, atBlock(start + 249))).toBe(`2 ${source}`);
    expect(await store.price(TOKEN, atBlock(start + 250))).toBe(`20 ${source}`);
    expect(await store.price(TOKEN, atBlock(start + 280))).toBe(`200 ${source}`);
  });

  it('uses what it held for days before a trade', async () => {
    const before = start - (CARRY_HOURS + 3) * 300;
    await store.handle(
      block(before, { ...ether, logs: [...ether.logs, held(1n)] }),
      ...quiet(before + 1, start - 1),
      block(start, ether),
      ...quiet(start + 1, start + 298),
      block(start + 299, { logs: [held(9n)] }),
      block(start + 300),
    );
    expect(await store.price(TOKEN, closed(HOUR))).toBe(`2 ${source}`);
  });

  it('uses the state left late in an hour once it has held for half an hour', async () => {
    await store.handle(
      block(start + 290, { ...ether, logs: [...ether.logs, held(1n)] }),
      ...quiet(start + 291, start + 600),
    );
    expect(await store.price(TOKEN, closed(HOUR))).toBeUndefined();
    expect(await store.price(TOKEN, atBlock(start + 439))).toBeUndefined();
    expect(await store.price(TOKEN, atBlock(start + 440))).toBe(`~2 ${source}`);
    expect(await store.price(TOKEN, closed(HOUR + 1))).toBe(`~2 ${source}`);
  });

  it('has no price while it is shallow, nor for a token without decimals', async () => {
    const half = start + 150;
    await store.handle(
      block(start, { ...ether, logs: [...ether.logs, held(1n, 9n)] }),
      ...quiet(start + 1, half - 1),
    );
    expect(await store.price(TOKEN, closed(HOUR))).toBeUndefined();
    await store.handle(block(half, { logs: [held(1n, 10n)] }), ...quiet(half + 1, start + 300));
    expect(await store.price(TOKEN, atBlock(half))).toBeUndefined();
    expect(await store.price(TOKEN, closed(HOUR))).toBe(`2 ${source}`);
    await store.declare(address(0xa1), null, half);
    expect(await store.price(TOKEN, closed(HOUR))).toBeUndefined();
  });
});

describe('an imported price', () => {
  const start = blockAt(HOUR);
  const chain = block(start + 10, {
    changes: [phaseChange(PROXY, 1, FIRST)],
    logs: [answer(FIRST, dollars(2_000))],
  });

  it('counts from its time on, and gives way to the chain in the same hour', async () => {
    await store.import('a', [{ asset: ETHER, timestamp: secondOf(start + 5), usd: '1900.5' }]);
    expect(await store.price(ETHER, atBlock(start + 4))).toBeUndefined();
    expect(await store.price(ETHER, atBlock(start + 5))).toBe('1900.5 import:a');
    await store.handle(chain, ...quiet(start + 11, start + 300));
    expect(await store.price(ETHER, closed(HOUR))).toBe(`2000 ${FEED}`);
    await store.import('b', [{ asset: ETHER, timestamp: secondOf(start + 300), usd: '2100' }]);
    expect(await store.price(ETHER, closed(HOUR + 1))).toBe('2100 import:b');
    expect(await store.price(ETHER, closed(HOUR + 2))).toBe('~2100 import:b');
  });

  it('replaces an earlier one of the same time, and survives reorganisations but not a clearing', async () => {
    const timestamp = secondOf(start);
    await store.import('a', [{ asset: TOKEN, timestamp, usd: '1' }]);
    await store.import('b', [{ asset: TOKEN, timestamp, usd: '0' }]);
    await store.handle(chain);
    await store.unwind(start, start + 10);
    expect(await store.price(TOKEN, closed(HOUR))).toBe('0 import:b');
    await store.clear();
    expect(await store.price(TOKEN, closed(HOUR))).toBeUndefined();
  });
});

describe('the rows of prices', () => {
  const start = blockAt(HOUR);
  /** Long enough for the pool to have a price. */
  const earlier = [block(start - 200, { logs: [sync(POOL, 4n, MINIMUM)] }), ...quiet(start - 199, start - 1)];
  const blocks = [
    block(start, {
      changes: [phaseChange(PROXY, 1, FIRST)],
      logs: [answer(FIRST, dollars(2_000)), sync(POOL, 5n, MINIMUM)],
    }),
    block(start + 1, {
      logs: [sync(POOL, 6n, MINIMUM), sync(POOL, 7n, MINIMUM), sync(address(0x77), 1n, 1n)],
    }),
    block(start + 2, { changes: [phaseChange(PROXY, 2, SECOND)], logs: [answer(SECOND, dollars(1))] }),
    block(start + 3, { logs: [answer(SECOND, dollars(2)), sync(POOL, 8n, MINIMUM)] }),
  ];

  it('are as before once handled blocks are unwound', async () => {
    await store.handle(...blocks.slice(0, 2));
    const before = await store.rows();
    await store.handle(...blocks.slice(2));
    expect(await store.rows()).not.toEqual(before);
    await store.unwind(start + 2, start + 3);
    expect(await store.rows()).toEqual(before);
  });

  it('give the same prices whichever range came first', async () => {
    const prices = async () => {
      const hours = blocks.map(({ number }) => atBlock(number));
      return Promise.all(hours.flatMap((hour) => [ETHER, TOKEN].map((asset) => store.price(asset, hour))));
    };
    await store.handle(...earlier, ...blocks);
    const inOrder = await prices();
    await store.clear();
    await store.handle(...blocks.slice(2));
    await store.handle(...earlier, ...blocks.slice(0, 2));
    expect(await prices()).toEqual(inOrder);
    expect(inOrder).not.toContain(undefined);
  });
});
