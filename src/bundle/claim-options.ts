import type { Catalog, Definition } from '../definition/model/definition.js';
import type { Address } from '../domain/chain/hex.js';
import { parseAddress } from '../domain/chain/record/address.js';
import { type BlockRanges, rangeWith } from '../domain/interval/block-range.js';

/** The address of a parameter. @throws Error for anything else */
export function requestedAddress(text: string, what: string): Address {
  const address = parseAddress(text);
  if (address === undefined) throw new Error(`${what} must be an address: 0x and 40 hex digits`);
  return address;
}

/** A definition by its id. @throws Error naming those that end alike, or else those of its family */
export function requestedDefinition({ definitions }: Catalog, id: string): Definition {
  const found = definitions.find((one) => one.id === id || one.id === `relation:${id}`);
  if (found) return found;
  const ids = definitions.map((one) => one.id);
  const [family, name] = [id.split(':')[0]!, id.split(':').at(-1)!];
  const alike = ids.filter((one) => one.includes(name));
  const meant = alike.length > 0 ? alike : ids.filter((one) => one.startsWith(`${family}:`));
  throw new Error(
    `there is no definition ${id}${meant.length > 0 ? `; did you mean ${meant.join(' or ')}?` : ': `definitions check` lists all'}`,
  );
}

/** The requested block, by default the highest of `ranges`. @throws Error unless the definition is evaluated at it */
export function evaluatedBlock(
  { id, requires }: Definition,
  ranges: BlockRanges,
  block: number | undefined,
): number {
  const head = ranges.at(-1)?.toBlock;
  if (head === undefined)
    throw new Error(`nothing has been evaluated yet by ${id}: it needs records that are not stored`);
  if (block === undefined) return head;
  if (block > head) throw new Error(`--block ${block} lies beyond block ${head}, the highest evaluated`);
  if (rangeWith(ranges, block) === undefined)
    throw new Error(
      `block ${block} lies in a gap: ${id} is not evaluated there, because it needs ${['blocks', ...requires].join(', ')}`,
    );
  return block;
}
