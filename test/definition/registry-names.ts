import type { Binding } from '../../src/definition/binding/binding.js';
import type { Bindings } from '../../src/definition/binding/read-bindings.js';

/** Fields of the current entries, by key. */
export function standing({ members }: Binding): ReadonlyMap<string, Readonly<Record<string, string>>> {
  return new Map(
    [...members].flatMap(([key, periods]) => {
      const now = periods.find(({ until }) => until === undefined);
      return now ? [[key, now.fields] as const] : [];
    }),
  );
}

/** Names of a registry that are wrong for their address, one line each with the address and the reason. */
export function wrongNames(names: ReadonlyMap<string, string>, bindings: Bindings): string[] {
  const assets = standing(bindings.get('canonical-assets')!);
  const pools = standing(bindings.get('mixers')!);
  const symbols = new Set(['ETH', ...[...assets.values()].map(({ symbol }) => symbol!)]);
  const owners = new Map([...assets].map(([key, { name }]) => [name!.toLowerCase(), key]));
  return [...names].flatMap(([address, name]) => {
    const said = (what: string) => [`${address} ${name}: ${what}`];
    // A number before an asset is an amount; a number after it is only a position in a list.
    const [, asset] = /(\S+) #?\d+$/.exec(name) ?? [];
    if (asset !== undefined && symbols.has(asset)) return said('a place in a list');
    const pool = pools.get(address)?.name;
    if (pool !== undefined && pool !== name) return said(`the pool is ${pool}`);
    const owner = owners.get(name.toLowerCase());
    if (owner !== undefined && owner !== address) return said(`is the name of ${owner}`);
    return [];
  });
}
