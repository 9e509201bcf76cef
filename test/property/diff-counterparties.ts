import type { Pool } from 'pg';
import { CounterpartiesReader } from '../../src/projection/counterparty/counterparties.reader.js';
import { interactions, ranking } from './expected-counterparties.js';
import type { Tables } from './row.js';

const EVERYBODY = 10_000;

/**
 * The first difference between counterparties counted from the rows of a chain without gaps and served ones, now and at blocks of
 * several ages; undefined if there is none.
 */
export async function diffCounterparties(expected: Tables, pool: Pool): Promise<string | undefined> {
  const numbers = expected.block.map(({ number }) => Number(number));
  const [first, last] = [Math.min(...numbers), Math.max(...numbers)];
  const reader = new CounterpartiesReader(pool);
  for (const [address, met] of interactions(expected)) {
    for (const block of [first, Math.floor((first + last) / 2), last - 3, last]) {
      const should = JSON.stringify(ranking(met, block));
      const served = [await reader.atBlock(address, block, EVERYBODY, first)];
      if (block === last) served.push(await reader.ofAll(address, EVERYBODY, first));
      for (const found of served) {
        const is = JSON.stringify(found.counterparties);
        if (is !== should) return `counterparties of ${address} at ${block}: should be ${should}, are ${is}`;
      }
    }
  }
  return undefined;
}
