import { expect, it } from '@jest/globals';
import type { Address, Hex } from '../../../domain/chain/hex.js';
import type { ViewCall } from '../../../state/call/view-call.reader.js';
import { executed } from './executed.dto.js';

const TOKEN: Address = `0x${'11'.repeat(20)}`;
const support = { proven: 1, changes: 2, attested: 0 };
const validity = { sinceBlock: 5, throughBlock: 9 };

function call(given: object = {}, rest: object = { validity }): ViewCall {
  const result = { outcome: 'returned', output: Buffer.of(7), codes: [TOKEN], volatile: [], ...given };
  const block = { number: 7, hash: `0x${'22'.repeat(32)}` };
  return { block, fork: 'osaka', places: [], support, result, ...rest } as unknown as ViewCall;
}

const byte = (output: Hex): number | undefined => (output.length === 4 ? Number(output) : undefined);

it('is a value with what it rests on', () => {
  expect(executed(TOKEN, call(), byte)).toEqual({
    value: 7,
    fields: { outcome: 'answered', support, validity },
  });
});

it('states no other blocks for a result that holds in its block alone', () => {
  expect(executed(TOKEN, call({}, {}), byte)).toEqual({ value: 7, fields: { outcome: 'answered', support } });
});

it.each([
  ['malformed', { output: Buffer.of(7, 7) }],
  // Return data of a precompile is no statement of a contract.
  ['malformed', { codes: [] }],
  ['reverted', { outcome: 'reverted' }],
])('is no value where the call is %s', (outcome, given) => {
  expect(executed(TOKEN, call(given), byte)).toEqual({ fields: { outcome, support, validity } });
});

it('is undecided with the reason, and nothing else', () => {
  const reason = { kind: 'budget', what: 'gas' } as const;
  expect(executed(TOKEN, call({ outcome: 'undecided' }, { reason }), byte)).toEqual({
    fields: { outcome: 'undecided', undecided: reason },
  });
});
