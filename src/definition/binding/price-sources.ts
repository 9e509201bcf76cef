import { fromHex } from '../../domain/chain/codec/hex.js';
import { type PriceFeed, type PricePool, PriceSources } from '../../domain/price/price-sources.js';
import type { Binding } from './binding.js';
import { BadBinding } from './strict-record.js';

const FEEDS = 'price-feeds';
const POOLS = 'price-pools';
const WRAPPED = 'wrapped-assets';

const TOKEN = /^0x[0-9a-f]{40}$/;
const ASSET = /^(0x[0-9a-f]{40}|[A-Z]{3})$/;
const DECIMALS = /^(0|[1-9]\d?)$/;
const AMOUNT = /^[1-9]\d*$/;
const VIA = /^(proxy|aggregator)$/;

/**
 * The on-chain price sources of the current bindings. Their current entries count for all blocks.
 * @throws BadBinding naming the entry
 */
export function priceSources(bindings: ReadonlyMap<string, Binding>): PriceSources {
  const pools = entriesOf(bindings, POOLS).map(poolOf);
  for (const [i, { token }] of pools.entries())
    if (pools.findIndex((pool) => pool.token === token) !== i)
      throw new BadBinding(`${POOLS} has two pools for ${token}: one sets its price`);
  return new PriceSources(
    entriesOf(bindings, FEEDS).map(feedOf),
    pools,
    new Map(entriesOf(bindings, WRAPPED).map((entry) => [entry.key, entry.text('asset', ASSET)])),
  );
}

function feedOf(entry: Entry): PriceFeed {
  return {
    address: entry.address(),
    isProxy: entry.text('via', VIA) === 'proxy',
    asset: entry.text('asset', ASSET),
    quote: entry.text('quote', ASSET),
    decimals: Number(entry.text('decimals', DECIMALS)),
  };
}

function poolOf(entry: Entry): PricePool {
  return {
    address: entry.address(),
    token: entry.text('token', TOKEN),
    quote: entry.text('quote', TOKEN),
    minimumReserve: BigInt(entry.text('minimum', AMOUNT)),
  };
}

/** A current entry of a binding. */
class Entry {
  constructor(
    readonly key: string,
    private readonly fields: Readonly<Record<string, string>>,
    private readonly binding: string,
  ) {}

  address(): Buffer {
    return fromHex(this.key);
  }

  text(field: string, pattern: RegExp): string {
    const value = this.fields[field] ?? '';
    if (!pattern.test(value))
      throw new BadBinding(
        `${this.binding}, ${this.key}: ${field} is ${value || 'missing'}, and must fit ${pattern}`,
      );
    return value;
  }
}

function entriesOf(bindings: ReadonlyMap<string, Binding>, id: string): Entry[] {
  const binding = bindings.get(id);
  if (!binding) throw new BadBinding(`there is no binding ${id}`);
  return [...binding.members].flatMap(([key, intervals]) => {
    const now = intervals.find(({ until }) => until === undefined);
    return now ? [new Entry(key, now.fields, id)] : [];
  });
}
