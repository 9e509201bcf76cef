import { expect, it } from '@jest/globals';
import { addressOfByte, stateOf } from '../../../../test/builder/view-call.js';
import { keccak256 } from '../../../domain/crypto/keccak.js';

const KNOWN = addressOfByte(0x11);
const OTHER = addressOfByte(0x22);
const account = { balance: 5n, nonce: 2n, code: Buffer.from([0]), slots: new Map([[1n, 7n]]) };

it('gives what it has of an account, and zeros for the rest', () => {
  const state = stateOf({ 17: account });
  expect(state.account(KNOWN)).toMatchObject({ balance: 5n, nonce: 2n, codeHash: keccak256(account.code) });
  expect([state.code(KNOWN), state.slot(KNOWN, 1n), state.slot(KNOWN, 2n)]).toEqual([account.code, 7n, 0n]);
});

it.each([
  ['has no other accounts', false, [undefined, new Uint8Array(0), 0n]],
  ['does not know other accounts if it is partial', true, ['unknown', 'unknown', 'unknown']],
])('%s', (_, isPartial, answers) => {
  const state = stateOf({ 17: account }, isPartial);
  expect([state.account(OTHER), state.code(OTHER), state.slot(OTHER, 1n)]).toEqual(answers);
});
