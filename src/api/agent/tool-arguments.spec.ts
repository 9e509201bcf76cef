import { describe, expect, it } from '@jest/globals';
import { Refusal } from '../../domain/refusal/refusal.js';
import { GetBlockQuery } from '../block/get-block.query.js';
import { GetBlockProposersQuery } from '../consensus/proposer/get-block-proposers.query.js';
import { CursorKey } from '../http/cursor/cursor-key.js';
import { methodOf } from '../http/method/chain-query.decorator.js';
import type { ChainMethod } from '../http/method/documented-method.js';
import { ResolveEntityQuery } from '../resolve/resolve-entity.query.js';
import { GetTokenItemOwnerQuery } from '../token/item/get-token-item-owner.query.js';
import { ListTokenTransfersQuery } from '../token/transfer/list-token-transfers.query.js';
import { readArguments } from './tool-arguments.js';

const GET_BLOCK = methodOf(GetBlockQuery);
const GET_BLOCK_PROPOSERS = methodOf(GetBlockProposersQuery);
const GET_TOKEN_ITEM_OWNER = methodOf(GetTokenItemOwnerQuery);
const LIST_TOKEN_TRANSFERS = methodOf(ListTokenTransfersQuery);
const RESOLVE_ENTITY = methodOf(ResolveEntityQuery);
const KEY = await CursorKey.of(Buffer.alloc(32, 1));
const TOKEN = `0x${'AB'.repeat(20)}`;
const read = (method: ChainMethod, given: object) => readArguments(method, { ...given }, KEY);

function reasonOf(method: ChainMethod, given: object): string | undefined {
  try {
    read(method, given);
    return undefined;
  } catch (refusal) {
    expect(refusal).toBeInstanceOf(Refusal);
    return (refusal as Refusal).details?.reason;
  }
}

describe('arguments of a tool', () => {
  it('are read as parameters are, numbers as their digits', () => {
    expect(read(GET_BLOCK, { number: 15 })).toEqual({ number: 15 });
    expect(read(GET_BLOCK, { number: '15' })).toEqual({ number: 15 });
    expect(read(LIST_TOKEN_TRANSFERS, { token: TOKEN, limit: 5 })).toMatchObject({
      token: TOKEN.toLowerCase(),
      limit: 5,
    });
  });

  it('ask for ten rows by default', () => {
    expect(read(LIST_TOKEN_TRANSFERS, { token: TOKEN })).toMatchObject({ limit: 10 });
    expect(read(GET_BLOCK_PROPOSERS, {})).toMatchObject({ limit: 10, window: 7 });
    expect(read(RESOLVE_ENTITY, { q: 1234 })).toEqual({ q: '1234', limit: 10 });
  });

  it('refuse a number for an item if JSON may have rounded it', () => {
    for (const itemId of ['9007199254740992', '9007199254740993', '1e300', '0.5'])
      expect([
        itemId,
        reasonOf(GET_TOKEN_ITEM_OWNER, JSON.parse(`{"token":"${TOKEN}","itemId":${itemId}}`)),
      ]).toEqual([itemId, 'item_id_invalid']);
    for (const itemId of ['9007199254740991', '"9007199254740993"'])
      expect(read(GET_TOKEN_ITEM_OWNER, JSON.parse(`{"token":"${TOKEN}","itemId":${itemId}}`))).toMatchObject(
        {
          itemId: BigInt(JSON.parse(itemId)).toString(),
        },
      );
  });

  it.each([1.5, 1e21, -1, Number.MAX_SAFE_INTEGER + 1, '01', '', null, true, [], [15], {}, { a: 1 }])(
    'refuse %j as a block with the message for block numbers',
    (number) => expect(reasonOf(GET_BLOCK, { number })).toBe('block_invalid'),
  );

  it.each([
    [1.5, '1.5'],
    [2 ** 53, '9007199254740992'],
    [null, 'null'],
    [['0xaa', '0xbb'], '["0xaa","0xbb"]'],
    ['0xa\ud800', '"0xa\\ud800"'],
    [`0x${'a'.repeat(200)}`, `0x${'a'.repeat(98)}`],
  ])('are refused with what was received (%#)', (number, actual) => {
    try {
      read(GET_BLOCK, { number });
    } catch (refusal) {
      expect((refusal as Refusal).details).toEqual({ reason: 'block_invalid', parameter: 'number', actual });
      return;
    }
    throw new Error('it was not refused');
  });

  // Node.js before 25 cannot write such a list as text, so it tells no `actual`.
  it('are refused where lists are nested 30,000 deep', () =>
    expect(reasonOf(GET_BLOCK, { number: JSON.parse(`${'['.repeat(30_000)}${']'.repeat(30_000)}`) })).toBe(
      'block_invalid',
    ));

  it.each([null, true, ['usdc'], { text: 'usdc' }, 'us\ud800dc'])('search for no %j, as it is no text', (q) =>
    expect(reasonOf(RESOLVE_ENTITY, { q })).toBe('query_invalid'),
  );

  it('are refused where they are missing or unknown', () => {
    expect(reasonOf(GET_BLOCK, {})).toBe('query_missing');
    expect(reasonOf(RESOLVE_ENTITY, {})).toBe('query_missing');
    for (const name of ['chainId', 'Number', 'toString', 'constructor'])
      expect(reasonOf(GET_BLOCK, { number: 1, [name]: 1 })).toBe('unknown_parameter');
    expect(reasonOf(GET_BLOCK, JSON.parse('{"number":1,"__proto__":1}'))).toBe('unknown_parameter');
  });
});
