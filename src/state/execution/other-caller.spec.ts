import { describe, expect, it } from '@jest/globals';
import { assembled, RETURN_TOP } from '../../../test/builder/assembled.js';
import { addressOfByte, newExecutor, OSAKA_BLOCK, stateOf } from '../../../test/builder/view-call.js';
import { described } from '../../../test/second-opinion/compared.js';
import type { Address } from '../../domain/chain/hex.js';
import { dependsOnCaller, mayDependOnCaller, otherCaller, viewForAll } from './other-caller.js';

const SUBJECT = addressOfByte(0x11);
const DATA = Buffer.from('5c975abb', 'hex');
const executor = newExecutor();

const ADMIN = (then: string) => `CALLER 5 SLOAD EQ @admin JUMPI ${then} admin: 0 0 REVERT`;
/** Calls account 0x22 with no data, and returns what it returns. */
const ASK = `32 0 0 0 ${BigInt(addressOfByte(0x22))} 100000 STATICCALL POP 0 MLOAD`;

/** The answer of the call as a claim takes it: that of both interpreters. */
async function answerOf(code: string, callee = '1') {
  const source = stateOf({
    17: { code: assembled(code), slots: new Map([[5n, 0xadn]]) },
    34: `${callee} ${RETURN_TOP}`,
  });
  const fast = (caller?: Address) =>
    executor.fastView(SUBJECT, DATA, OSAKA_BLOCK, source, undefined, undefined, undefined, caller);
  const reference = (caller?: Address) =>
    executor.referenceView(SUBJECT, DATA, OSAKA_BLOCK, source, undefined, undefined, caller);
  const own = await reference();
  const other = await reference(otherCaller(SUBJECT, DATA));
  expect(described(fast()!)).toBe(described(own));
  expect(described(fast(otherCaller(SUBJECT, DATA))!)).toBe(described(other));
  const forAll = viewForAll(SUBJECT, DATA, fast)!;
  const isOpen = mayDependOnCaller(own) && dependsOnCaller(own, other);
  expect(forAll.reason).toEqual(isOpen ? { kind: 'caller' } : own.reason);
  return forAll.outcome;
}

describe('a view call that a claim rests on', () => {
  it.each([
    ['asks nothing about the caller', `5 SLOAD ${RETURN_TOP}`],
    ['compares the caller with the admin in a slot, as transparent proxies do', ADMIN(`7 ${RETURN_TOP}`)],
    ['refuses whoever is not the admin', `CALLER 5 SLOAD EQ @admin JUMPI 0 0 REVERT admin: 7 ${RETURN_TOP}`],
    ['asks who calls and makes nothing of it', `CALLER POP ORIGIN POP 7 ${RETURN_TOP}`],
    ['lets through what comes from no contract', `CALLER ORIGIN EQ @ok JUMPI 0 0 REVERT ok: 7 ${RETURN_TOP}`],
    ['is asked by another contract', `${ASK} ${RETURN_TOP}`, 'CALLER'],
  ])('is decided where code %s', async (_, code, callee = '1') => {
    expect(await answerOf(code, callee)).not.toBe('undecided');
  });

  it.each([
    ['returns whether nobody calls', `CALLER ISZERO ${RETURN_TOP}`],
    ['returns whether nobody signed', `ORIGIN ISZERO ${RETURN_TOP}`],
    ['returns whether gas is free', `GASPRICE ISZERO ${RETURN_TOP}`],
    ['asks for the price and makes nothing of it', `GASPRICE POP 7 ${RETURN_TOP}`],
    ['refuses those that pay', `GASPRICE @pays JUMPI 7 ${RETURN_TOP} pays: 0 0 REVERT`],
    ['tells the truth to those that it lists', `CALLER SLOAD ISZERO ${RETURN_TOP}`],
    ['tells the truth to those that have ether', `CALLER BALANCE ISZERO ${RETURN_TOP}`],
    ['tells the truth to contracts', `CALLER EXTCODESIZE ISZERO ${RETURN_TOP}`],
    ['tells the truth to callers of long addresses', `100 CALLER LT ${RETURN_TOP}`],
    ['asks another contract who signed', `${ASK} ${RETURN_TOP}`, 'ORIGIN ISZERO'],
  ])('is undecided where code %s', async (_, code, callee = '1') => {
    expect(await answerOf(code, callee)).toBe('undecided');
  });
});
