import { expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import type { Address } from '../../domain/chain/hex.js';
import type { ViewAnswer } from '../../state/view/view-answer.js';
import type { Views } from '../../state/view/views.js';
import { TokenBalanceReader } from './token-balance.reader.js';

const TOKEN = `0x${'70'.repeat(20)}` as Address;
const HOLDER = `0x${'40'.repeat(20)}` as Address;
const AT = {
  block: 9,
  headNumber: 9,
  isHeld: true,
  symbol: null,
  decimals: null,
  layout: 1,
  valuesSince: 0,
  readsSince: null,
};

/** What is known of a balance when the slot of its layout holds 5. */
function known(answer: ViewAnswer) {
  const query = async (asked: string | { readonly name?: string }) => {
    const name = typeof asked === 'string' ? '' : asked.name;
    if (name === 'token at block') return { rows: [AT] };
    return { rows: name === 'balance by slot' ? [{ value: '0x05', isWhole: true }] : [] };
  };
  const pool = { connect: async () => ({ query, on() {}, off() {}, removeListener() {}, release() {} }) };
  const views = { answers: async () => [answer] };
  return new TokenBalanceReader(pool as unknown as Pool, views as unknown as Views).balance(
    TOKEN,
    HOLDER,
    0,
    9,
  );
}

it('comes from a layout where state is missing', async () => {
  const missing = { kind: 'code', address: TOKEN } as const;
  const why = 'the code is not known';
  expect(await known({ outcome: 'undecided', why, missing })).toMatchObject({
    ...{ isCovered: true, recorded: '5', missing: why },
  });
});

it('never comes from a layout where the code takes too much, or state is contradicted', async () => {
  const why = 'its execution takes more gas than is spent on it';
  const balance = await known({ outcome: 'undecided', why });
  expect(balance).toMatchObject({ isCovered: false, missing: why });
  expect(balance).not.toHaveProperty('recorded');
});
