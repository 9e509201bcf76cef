import { describe, expect, it } from '@jest/globals';
import type { Binding } from './binding.js';
import { priceSources } from './price-sources.js';
import { readBindings } from './read-bindings.js';

const ADDRESS = `0x${'a1'.repeat(20)}`;
const TOKEN = `0x${'b2'.repeat(20)}`;
const DOLLARS = `0x${'c3'.repeat(20)}`;
const FEED = { via: 'proxy', asset: TOKEN, quote: 'USD', decimals: '8' };
const POOL = { token: TOKEN, quote: DOLLARS, minimum: '5000' };

function binding(id: string, entries: Readonly<Record<string, Readonly<Record<string, string>>>>): Binding {
  const members = new Map(
    Object.entries(entries).map(([key, fields]) => [key, [{ from: 0, version: '1.0.0', fields }]]),
  );
  return { id, source: '', versions: [], digest: '', fields: [], members };
}

function sources({
  feed = FEED as object,
  pools = { [ADDRESS]: POOL } as object,
  wrapped = {} as object,
} = {}) {
  const all = [
    binding('price-feeds', { [ADDRESS]: feed as never }),
    binding('price-pools', pools as never),
    binding('wrapped-assets', wrapped as never),
  ];
  return priceSources(new Map(all.map((one) => [one.id, one])));
}

describe('the sources of prices', () => {
  it('are those of the bindings', () => {
    const found = sources({ wrapped: { [DOLLARS]: { asset: 'ETH' } } });
    const address = Buffer.alloc(20, 0xa1);
    expect(found.feedsOf(TOKEN)).toEqual([
      { address, isProxy: true, asset: TOKEN, quote: 'USD', decimals: 8 },
    ]);
    expect(found.poolsOf(TOKEN)).toEqual([{ address, token: TOKEN, quote: DOLLARS, minimumReserve: 5_000n }]);
    expect([found.pricedAs(DOLLARS), found.pricedAs(TOKEN)]).toEqual(['ETH', TOKEN]);
    expect(found.feedsOf('ETH')).toEqual([]);
  });

  it.each([
    [
      'decimals that are no whole number',
      { feed: { ...FEED, decimals: '1e2' } },
      /price-feeds, 0xa1.*decimals is 1e2/,
    ],
    ['an unknown way', { feed: { ...FEED, via: 'hearsay' } }, /via is hearsay/],
    ['an asset that is neither', { feed: { ...FEED, asset: 'ether' } }, /asset is ether/],
    ['a pool without a bound', { pools: { [ADDRESS]: { ...POOL, minimum: '0' } } }, /minimum is 0/],
    ['a missing field', { pools: { [ADDRESS]: { token: TOKEN, quote: DOLLARS } } }, /minimum is missing/],
    ['two pools of one token', { pools: { [ADDRESS]: POOL, [TOKEN]: POOL } }, /two pools for 0xb2/],
  ])('refuse %s', (_, parts, message) => {
    expect(() => sources(parts)).toThrow(message);
  });

  it.each([
    ['mainnet', ['definitions/bindings']],
    ['the demo chain', ['definitions/bindings', 'definitions/bindings/demo']],
  ])('of %s include ether, and every quote has a dollar price', (_, directories) => {
    const found = priceSources(readBindings(directories));
    const inDollars = new Set(found.feeds.filter(({ quote }) => quote === 'USD').map(({ asset }) => asset));
    expect(inDollars).toContain('ETH');
    for (const { quote } of [...found.feeds, ...found.pools])
      expect([...inDollars, 'USD']).toContain(found.pricedAs(quote));
  });
});
