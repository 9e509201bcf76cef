import { type Held, type Histories, heldByBlock } from '../claim/held.js';
import type { Coverage } from './chain.js';
import { type Data, get } from './service.js';

/** The most intervals that one answer has. */
const LIMIT = 1000;

export type AttributeIntervals = Data<'addresses/{address}/attributes/intervals'>;
export type RelationIntervals = Data<'addresses/{address}/relations/intervals'>;

export const attributeIntervals = (address: string): Promise<AttributeIntervals> =>
  get('addresses/{address}/attributes/intervals', { path: { address }, query: { limit: LIMIT } });

export const relationIntervals = (
  address: string,
  direction: 'subject' | 'object' = 'subject',
): Promise<RelationIntervals> =>
  get('addresses/{address}/relations/intervals', { path: { address }, query: { direction, limit: LIMIT } });

export async function historiesOf(address: string): Promise<Histories> {
  const [attributes, relations] = await Promise.all([
    attributeIntervals(address),
    relationIntervals(address),
  ]);
  return { attributes, relations };
}

/** What holds at a block, even where histories are not whole. @param block undefined for the newest */
export async function heldAt(address: string, block: number | undefined, coverage: Coverage): Promise<Held> {
  const screening = await get('screening', {
    query: { addresses: address, ...(block !== undefined && { block }) },
  });
  const path = { address, block: screening.block };
  const [attributes, relations] = await Promise.all([
    get('addresses/{address}/attributes/at/{block}', { path }),
    get('addresses/{address}/relations/at/{block}', { path }),
  ]);
  const { risks, undecided } = screening.addresses[0]!;
  // For a past block, when a risk ended is not answered, only that it held until then.
  const ended = block !== undefined && { endBlock: block };
  return heldByBlock(
    { risks: risks.map((one) => ({ ...one, ...ended })), undecided },
    attributes,
    relations,
    coverage,
  );
}

/** Page of the proof of a claim. */
export function proofPage(subject: string, id: string, counterpart?: string): string {
  return `address/${subject}/proof/${id}${counterpart === undefined ? '' : `/${counterpart}`}`;
}
