import { beforeAll, describe, expect, it } from '@jest/globals';
import { useDemo } from './fixture/use-demo.js';

// biome-ignore lint/suspicious/noExplicitAny: answers are looked at field by field
type Data = any;

const HOUR = 3_600;
const NOBODY = `0x${'5a'.repeat(20)}`;

describe('portfolios of the demo chain', () => {
  const demo = useDemo();
  const portfolio = async (address: string, query = '') => demo.get(`addresses/${address}/portfolio${query}`);
  const dataOf = async (name: string, query = ''): Promise<Data> => {
    const { status, json } = await portfolio(demo.at(name), query);
    expect(status).toBe(200);
    return json.data;
  };
  const timeOf = async (block: number): Promise<number> =>
    (await demo.get(`blocks/${block}`)).json.data.timestamp;

  let alice: Data;
  let atPush: Data;
  let pushed: number;
  beforeAll(async () => {
    alice = await dataOf('alice');
    pushed = demo.transaction('price pushed').block;
    atPush = await dataOf('alice', `?block=${pushed}`);
  });

  it('R-250, R-251, R-259, R-269, R-A117, R-A118: state the block of their balances and the hour of their prices', async () => {
    expect(alice).toMatchObject({
      address: demo.at('alice'),
      window: { kind: 'current', asOfBlock: demo.head },
      priceBasis: 'latest_hour',
      balanceBasis: 'contract_storage',
    });
    expect(alice).not.toHaveProperty('priceHour');
    expect(atPush).toMatchObject({
      window: { kind: 'block', asOfBlock: pushed },
      priceBasis: 'hour_of_block',
      priceHour: Math.floor((await timeOf(pushed)) / HOUR) * HOUR,
    });
    const { json } = await portfolio(demo.at('alice'), `?block=${pushed}`);
    expect(json.meta.asOfBlock).toBe(pushed);
    expect(alice.coveredTokenCount).toBeGreaterThan(5);
  });

  it('R-260: state the hour of every price: the last complete one, or that of the block', async () => {
    const lastClosed = Math.floor((await timeOf(demo.head)) / HOUR) * HOUR - HOUR;
    for (const { priceHour } of alice.positions) expect(priceHour).toBe(lastClosed);
    for (const { priceHour } of atPush.positions) expect(priceHour).toBe(atPush.priceHour);
  });

  it('R-252, R-254, R-262: are ordered by value, and add up everything with a value', async () => {
    expect(alice.positions.length).toBeGreaterThanOrEqual(3);
    const values: number[] = alice.positions.map(({ valueUsd }: Data) => valueUsd);
    expect(values).toEqual(values.toSorted((one, other) => other - one));
    const sum = values.reduce((total, value) => total + value, 0);
    expect(sum / alice.totalUsd).toBeCloseTo(1, 9);
    for (const { balance, decimals, priceUsd, valueUsd, share } of alice.positions) {
      expect(((Number(balance) / 10 ** decimals) * priceUsd) / valueUsd).toBeCloseTo(1, 9);
      expect(valueUsd / alice.totalUsd / share).toBeCloseTo(1, 9);
    }
    const first = await dataOf('alice', '?limit=1');
    expect(first).toEqual({ ...alice, positions: alice.positions.slice(0, 1) });
  });

  it('R-263, R-264, R-A114, R-A115, R-A116: name ether as such, and tokens by address and declared symbol', () => {
    const ether = alice.positions.find(({ kind }: Data) => kind === 'native');
    expect(ether).toMatchObject({ decimals: 18, symbol: 'ETH' });
    expect([Object.hasOwn(ether, 'token'), Object.hasOwn(ether, 'asOfBlock')]).toEqual([false, false]);
    const dollars = alice.positions.find(({ token }: Data) => token === demo.at('dollar'));
    expect(dollars).toMatchObject({ kind: 'token', decimals: 6, symbol: 'dUSD', priceUsd: 1 });
    expect(dollars.asOfBlock).toBeLessThan(demo.head);
    const then = atPush.positions.find(({ kind }: Data) => kind === 'native');
    expect(then.asOfBlock).toBe(pushed);
  });

  it('state the balances that the node has at the block', async () => {
    const rpc = async (method: string, params: unknown[]): Promise<bigint> => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
      const response = await fetch(demo.nodeUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      return BigInt(((await response.json()) as { result: string }).result);
    };
    const block = `0x${pushed.toString(16)}`;
    for (const { token, balance } of atPush.positions) {
      const data = `0x70a08231${demo.at('alice').slice(2).padStart(64, '0')}`;
      const asked = token
        ? await rpc('eth_call', [{ to: token, data }, block])
        : await rpc('eth_getBalance', [demo.at('alice'), block]);
      expect([token, balance]).toEqual([token, String(asked)]);
    }
  });

  it('value ether as before in an hour with a block that manipulates the pool', async () => {
    const etherAt = async (block: number): Promise<Data> =>
      (await dataOf('alice', `?block=${block}`)).positions.find(({ kind }: Data) => kind === 'native')
        .priceUsd;
    expect(await etherAt(pushed)).toBe(await etherAt(pushed - 1));
    expect(await etherAt(demo.head)).toBe(await etherAt(pushed - 1));
  });

  it('R-261: say if an earlier price is used, and hide what has had none for too long', async () => {
    // A block in the hour without a trade or an oracle answer.
    const times = await Promise.all(
      Array.from({ length: 12 }, async (_, i) => ({
        block: pushed - 76 + i,
        time: await timeOf(pushed - 76 + i),
      })),
    );
    const carried = await Promise.all(
      times.map(async ({ block }) => {
        const { positions } = await dataOf('alice', `?block=${block}`);
        return positions.find(({ kind }: Data) => kind === 'native').priceCarried;
      }),
    );
    expect(new Set(carried)).toEqual(new Set([true, false]));
    expect(alice.positions.find(({ token }: Data) => token === demo.at('dollar')).priceCarried).toBe(true);
  });

  it('R-256, R-257, R-258: count assets without a value, and do not list them', async () => {
    expect(alice.hiddenCount).toBeGreaterThan(0);
    expect(alice.pricedCount).toBe(alice.positions.length);
    // Before the first price nothing has a value.
    const early = await dataOf('alice', `?block=${demo.transaction('first ether price').block - 2}`);
    expect(early).toMatchObject({ pricedCount: 0, positions: [] });
    expect(early.hiddenCount).toBeGreaterThan(0);
    expect(early).not.toHaveProperty('totalUsd');
  });

  it('R-253: do not include NFTs: a holder has no further assets', async () => {
    const { json } = await demo.get(`addresses/${demo.at('alice')}/token-transfers?limit=100`);
    const items: Data[] = json.data.transfers.filter(({ token }: Data) =>
      ['erc721', 'erc1155'].includes(token.standard),
    );
    expect(items.length).toBeGreaterThan(0);
    const listed = (await dataOf('alice')).positions.map(({ token }: Data) => token);
    for (const { token } of items) {
      expect(listed).not.toContain(token.address);
      const { status, json: answer } = await demo.get(
        `addresses/${demo.at('alice')}/balances/${token.address}`,
      );
      // `balanceOf` of ERC-721 counts the items of an owner. ERC-1155 has no call for the sum over its ids.
      if (token.standard === 'erc721') expect([token.address, status]).toEqual([token.address, 200]);
      else expect([status, answer.error.code]).toEqual([422, 'token_not_covered']);
    }
  });

  it('R-255, R-A119: have no total for an empty address', async () => {
    const { json } = await portfolio(NOBODY);
    expect(json.data).toMatchObject({ pricedCount: 0, hiddenCount: 0, positions: [] });
    expect(json.data).not.toHaveProperty('totalUsd');
  });

  it('R-227, R-A113: are refused for a block above the head', async () => {
    const { status, json } = await portfolio(demo.at('alice'), `?block=${demo.head + 1}`);
    expect([status, json.error.code, json.error.details]).toEqual([
      422,
      'block_not_available',
      { reason: 'beyond_coverage', requestedBlock: demo.head + 1, maxAvailableBlock: demo.head },
    ]);
  });

  it.each(['?limit=0', '?limit=201', '?block=-1', '?cursor=x'])(
    'are a bad request with %s',
    async (query) => {
      expect((await portfolio(demo.at('alice'), query)).status).toBe(400);
    },
  );
});
