import type { Catalog, Definition } from '../definition/model/definition.js';
import type { Address } from '../domain/chain/hex.js';
import { parseAddress } from '../domain/chain/record/address.js';

/** The address of a parameter. @throws Error for anything else */
export function requestedAddress(text: string, what: string): Address {
  const address = parseAddress(text);
  if (address === undefined) throw new Error(`${what} must be an address: 0x and 40 hex digits`);
  return address;
}

/** A definition by its id. @throws Error naming those that begin alike, or all families */
export function requestedDefinition({ definitions }: Catalog, id: string): Definition {
  const found = definitions.find((one) => one.id === id || one.id === `relation:${id}`);
  if (found) return found;
  const alike = definitions.map((one) => one.id).filter((one) => one.includes(id.split(':').at(-1)!));
  throw new Error(
    `there is no definition ${id}: ${alike.length > 0 ? `did you mean ${alike.join(' or ')}` : '`definitions check` lists all'}`,
  );
}

/** The requested block, which must be evaluated. */
export function evaluatedBlock(head: number | undefined, block: number | undefined): number {
  if (head === undefined)
    throw new Error(
      'nothing has been evaluated yet by this definition: it needs records that are not stored',
    );
  if (block !== undefined && block > head)
    throw new Error(`--block ${block} lies beyond block ${head}, the highest evaluated`);
  return block ?? head;
}
