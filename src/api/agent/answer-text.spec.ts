import { describe, expect, it } from '@jest/globals';
import { ApiResponse } from '../http/method/api-response.js';
import { methodOf } from '../http/method/chain-query.decorator.js';
import type { ChainMethod } from '../http/method/documented-method.js';
import { toolName } from '../http/method/tool-name.js';
import { ResolveEntityQuery } from '../resolve/resolve-entity.query.js';
import { GetTokenQuery } from '../token/get-token.query.js';
import { ListTokenTransfersQuery } from '../token/transfer/list-token-transfers.query.js';
import { answerText } from './answer-text.js';

const RESOLVE_ENTITY = methodOf(ResolveEntityQuery);
const GET_TOKEN = methodOf(GetTokenQuery);
const LIST_TOKEN_TRANSFERS = methodOf(ListTokenTransfersQuery);
const TOKEN = `0x${'ab'.repeat(20)}`;

const textOf = (
  method: ChainMethod,
  given: object,
  data: object,
  asOfBlock?: number,
  notes: readonly string[] = [],
): string =>
  answerText(
    { name: toolName(method), method },
    { ...given },
    data,
    new ApiResponse(data, asOfBlock, false, false, notes),
  );

const transfers = (count: number) => Array.from({ length: count }, (_, logIndex) => ({ logIndex }));

describe('the text of an answer', () => {
  it('states the block and each field, rows one by one', () => {
    expect(textOf(LIST_TOKEN_TRANSFERS, { token: TOKEN }, { chainId: 1, transfers: transfers(2) }, 7)).toBe(
      'As of block 7.\nchainId: 1\ntransfers:\n- {"logIndex":0}\n- {"logIndex":1}\nNothing follows.',
    );
    expect(textOf(GET_TOKEN, { token: TOKEN }, { transferCount: 0 })).toBe(
      'As of no block in particular.\ntransferCount: 0',
    );
  });

  it('R-314: shows ten rows, and spells out how to read the others and the next page', () => {
    const data = { transfers: transfers(25), nextCursor: 'abc' };
    const text = textOf(LIST_TOKEN_TRANSFERS, { token: TOKEN, limit: 25, cursor: 'ab' }, data);
    expect(text).toContain('- {"logIndex":9}\n- "… (15 more in structuredContent)"\n');
    expect(text.split('\n').slice(-2)).toEqual([
      'Shown are rows 1 to 10 of 25; structuredContent has all of them. ' +
        `To read ten at a time: list_token_transfers {"token":"${TOKEN}","limit":10,"cursor":"ab"}`,
      `Next page: list_token_transfers {"token":"${TOKEN}","limit":25,"cursor":"abc"}`,
    ]);
    expect(
      textOf(LIST_TOKEN_TRANSFERS, { token: TOKEN }, { transfers: transfers(10), nextCursor: 'abc' }),
    ).toMatch(`Next page: list_token_transfers {"token":"${TOKEN}","limit":10,"cursor":"abc"}`);
  });

  it('states the notes beside the fields', () => {
    expect(textOf(GET_TOKEN, { token: TOKEN }, { transferCount: 0 }, 7, ['It is another.'])).toBe(
      'As of block 7.\ntransferCount: 0\nIt is another.',
    );
  });

  it('states for a list without pages whether there may be more, and calls for the most rows', () => {
    const more = 'There may be more: resolve_entity {"q":"us","limit":20}';
    const ask = (count: number, limit?: number) =>
      textOf(RESOLVE_ENTITY, { q: 'us', ...(limit && { limit }) }, { matches: transfers(count) });
    expect(ask(10)).toContain(more);
    expect(ask(9)).not.toContain('There may');
    expect(ask(20, 20)).not.toContain('There may');
    expect(ask(20, 20)).not.toContain('ten at a time');
    const all = textOf(RESOLVE_ENTITY, { q: 'us' }, { matches: transfers(10), hasMore: false });
    expect(all).not.toContain('There may');
  });

  it('lets no text of the chain hide, turn around or break out of its quotes', () => {
    const name =
      '\u202eKOOL\u202c\0\u200b"\n- {"fake":1}\u2028\u{e0041}\u{e0101}\ufe0f\u3164\ud800 Ünïcødé 中文';
    const text = textOf(GET_TOKEN, { token: TOKEN }, { name });
    expect(text).toBe(
      'As of no block in particular.\n' +
        'name: "\\u202eKOOL\\u202c\\u0000\\u200b\\"\\n- {\\"fake\\":1}\\u2028\\udb40\\udc41\\udb40\\udd01\\ufe0f\\u3164\\ud800 Ünïcødé 中文"',
    );
    expect(JSON.parse(text.split('\nname: ')[1]!)).toBe(name);
  });

  it('shows the beginning of a long text in any place', () => {
    const text = textOf(GET_TOKEN, { token: TOKEN }, { inside: [{ name: 'x'.repeat(10_240) }] });
    expect(text).toContain('x'.repeat(200));
    expect(text).not.toContain('x'.repeat(201));
    expect(text).toContain('10240 characters, all in structuredContent');
    expect(textOf(GET_TOKEN, { token: TOKEN }, { name: 'y'.repeat(300) })).toContain('y'.repeat(300));
  });
});
