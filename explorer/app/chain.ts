import { blockAt, readBlock, whyNoBlock } from '../text/block-at.js';
import { readDay } from '../text/day.js';
import { memo, pageMemo } from './memo.js';
import { type Data, get } from './service.js';

export type Coverage = Data<'coverage'>;
export type Definition = Data<'definitions'>['definitions'][number];
export type AddressRecord = Data<'addresses/{address}'>;

/** Unix seconds of a block. */
export const timeOfBlock = pageMemo(
  async (number: number): Promise<number> => (await get('blocks/{number}', { path: { number } })).timestamp,
);

const definitionsOnce = memo(async (_: 'all'): Promise<ReadonlyMap<string, Definition>> => {
  const { definitions } = await get('definitions');
  return new Map(definitions.map((definition) => [definition.id, definition]));
});

/** Every definition by its id. */
export const definitions = (): Promise<ReadonlyMap<string, Definition>> => definitionsOnce('all');

/** The record of an address at the newest block, as chips show it. */
export const addressRecord = pageMemo((address: string) => get('addresses/{address}', { path: { address } }));

export const coverage = (): Promise<Coverage> => get('coverage');

/** No block belongs to the value of `at=`. */
export class NoSuchTime extends Error {}

/** The first covered block; undefined while there is none. */
export const firstBlock = ({ families }: Coverage): number | undefined =>
  families.find(({ family }) => family === 'blocks')?.ranges[0]?.fromBlock;

/** The block of `at=`: a number, or the last block of a day or minute (UTC). @throws NoSuchTime, Error while no block is covered */
export const blockOf = pageMemo(async (at: string): Promise<number> => {
  const number = readBlock(at);
  const seconds = readDay(at);
  if (number === undefined && seconds === undefined)
    throw new NoSuchTime(`“${at}” is neither a block nor a date such as 2026-04-26 or 2026-04-26 17:27.`);
  const covered = await coverage();
  const { head } = covered;
  const first = firstBlock(covered);
  if (first === undefined) throw new Error('No block is covered yet.');
  if (number !== undefined) {
    const reason = whyNoBlock(number, first, head.number);
    if (reason !== undefined) throw new NoSuchTime(reason);
    return number;
  }
  const start = { number: first, timestamp: await timeOfBlock(first) };
  const found = await blockAt(seconds!, start, head, timeOfBlock);
  if (found === undefined) throw new NoSuchTime(`${at} is before the first covered block, ${first}.`);
  return found;
});
