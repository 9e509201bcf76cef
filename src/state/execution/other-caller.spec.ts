import { describe, expect, it } from '@jest/globals';
import { assembled, RETURN_TOP } from '../../../test/builder/assembled.js';
import { addressOfByte, newExecutor, OSAKA_BLOCK, stateOf } from '../../../test/builder/view-call.js';
import { described } from '../../../test/second-opinion/compared.js';
import { dependsOnCaller, otherConditions, viewForAll } from './other-caller.js';
import type { CallConditions } from './run/call-convention.js';

const SUBJECT = addressOfByte(0x11);
const DATA = Buffer.from('5c975abb', 'hex');
const executor = newExecutor();

const ADMIN = (then: string) => `CALLER 5 SLOAD EQ @admin JUMPI ${then} admin: 0 0 REVERT`;
/** Calls account 0x22 with no data, and returns what it returns. */
const ASK = `32 0 0 0 ${BigInt(addressOfByte(0x22))} 100000 STATICCALL POP 0 MLOAD`;
/** Calls account 0x22, with gas for some accesses to what is warm and none to what is not. */
const PROBE = `0 0 0 0 ${BigInt(addressOfByte(0x22))} 1000 STATICCALL`;
const BUILDER = BigInt(`0x${'b1'.repeat(20)}`);

/** The answer of the call as a claim takes it: that of both interpreters. */
async function answerOf(code: string, callee = '1') {
  const source = stateOf({
    17: { code: assembled(code), slots: new Map([[5n, 0xadn]]) },
    34: `${callee} ${RETURN_TOP}`,
  });
  const fast = (conditions?: CallConditions) =>
    executor.fastView(SUBJECT, DATA, OSAKA_BLOCK, source, { conditions });
  const reference = (conditions?: CallConditions) =>
    executor.referenceView(SUBJECT, DATA, OSAKA_BLOCK, source, { conditions });
  const own = await reference();
  expect(described(fast()!)).toBe(described(own));
  let isOpen = false;
  for (const conditions of otherConditions(SUBJECT, DATA, own)) {
    const other = await reference(conditions);
    expect(described(fast(conditions)!)).toBe(described(other));
    isOpen ||= dependsOnCaller(own, other);
  }
  const forAll = viewForAll(SUBJECT, DATA, fast)!;
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
    ['asks for the time whoever calls', `CALLER POP TIMESTAMP POP 7 ${RETURN_TOP}`],
    ['is asked by another contract', `${ASK} ${RETURN_TOP}`, 'CALLER'],
    ['looks at the zero address with all gas', `0 BALANCE POP 7 ${RETURN_TOP}`],
    ['has a call look at the zero address that has gas for it', `${ASK} ${RETURN_TOP}`, '0 BALANCE'],
    ['gives a call too little gas, however warm', `${PROBE} ${RETURN_TOP}`, '0 0 KECCAK256 POP '.repeat(40)],
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
    [
      'tells the truth to others for a time',
      `CALLER @other JUMPI 7 ${RETURN_TOP} other: TIMESTAMP POP 7 ${RETURN_TOP}`,
    ],
    ['asks another contract who signed', `${ASK} ${RETURN_TOP}`, 'ORIGIN ISZERO'],
    ...['BALANCE', 'EXTCODESIZE', 'EXTCODEHASH'].map((opcode) => [
      `finds out by ${opcode} that the zero address is warm`,
      `${PROBE} ${RETURN_TOP}`,
      `0 ${opcode}`,
    ]),
    ['finds so by EXTCODECOPY', `${PROBE} ${RETURN_TOP}`, '1 0 0 0 0 EXTCODECOPY'],
    ['finds so by a call', `${PROBE} ${RETURN_TOP}`, '0 0 0 0 0 0 STATICCALL'],
    [
      'finds out that an account is not warm, as a builder is',
      `${PROBE} ${RETURN_TOP}`,
      `${BUILDER} BALANCE`,
    ],
    ['finds out that a slot is not warm', `${PROBE} ${RETURN_TOP}`, '5 SLOAD'],
  ])('is undecided where code %s', async (_, code, callee = '1') => {
    expect(await answerOf(code, callee)).toBe('undecided');
  });
});
