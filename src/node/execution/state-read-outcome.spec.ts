import { describe, expect, it } from '@jest/globals';
import { JsonRpcError } from '../rpc/node-errors.js';
import { stateReadOutcome } from './state-read-outcome.js';

const CALL = '0x95d89b41';
const SLOT = `slot:0x${'0'.repeat(64)}`;
const WORD = `${'0'.repeat(62)}07`;
const refusal = (code: number, why: string) => ({ error: new JsonRpcError('node', 'method', code, why) });

describe('a result', () => {
  it.each([
    ['code', '0x', ''],
    ['code', '0x6001', '6001'],
    [CALL, '0x', ''],
    [CALL, `0x${WORD}`, WORD],
    [CALL, `0x${'11'.repeat(8_192)}`, '11'.repeat(8_192)],
    [SLOT, `0x${WORD}`, WORD],
    [SLOT, '0x7', WORD],
    [SLOT, '0x', '0'.repeat(64)],
  ])('of %s is an answer', (what, result, output) => {
    expect(stateReadOutcome(what, { result })).toEqual({
      outcome: 'answered',
      output: Buffer.from(output, 'hex'),
    });
  });

  it('of a call that is too long counts as a revert', () => {
    expect(stateReadOutcome(CALL, { result: `0x${'11'.repeat(8_193)}` }).outcome).toBe('reverted');
  });

  it.each([
    ['code', null],
    ['code', 'six'],
    ['code', '0x6'],
    ['code', `0x${'60'.repeat(262_145)}`],
    [CALL, undefined],
    [SLOT, null],
    [SLOT, `0x${'0'.repeat(66)}`],
    [SLOT, '0xzz'],
  ])('of %s that is none is refused', (what, result) => {
    expect(() => stateReadOutcome(what, { result })).toThrow();
  });
});

describe('a refusal', () => {
  it.each([
    [3, 'execution reverted: no'],
    [3, 'anything'],
    [-32000, 'execution reverted'],
    [-32000, 'execution reverted: missing trie node'],
    [-32000, 'out of gas'],
    [-32000, 'invalid opcode: INVALID'],
    [-32000, 'invalid jump destination'],
    [-32000, 'stack underflow (0 <=> 1)'],
    [-32015, 'VM execution error.'],
    [-32603, 'EVM error InvalidFEOpcode'],
  ])('of a call that failed, %i %s, says that it did', (code, why) => {
    expect(stateReadOutcome(CALL, refusal(code, why)).outcome).toBe('reverted');
  });

  it.each([
    [-32000, 'missing trie node 12ab (path ) state 0xcd is not available'],
    [-32000, 'required historical state unavailable (reexec=128)'],
    [-32000, 'historical state 12ab is not available'],
    [4444, 'pruned history unavailable'],
    [-32002, 'No state available for block 0x12'],
    [-32602, 'BlockOutOfRangeError: block height is 5 but requested was 1'],
    [-32601, 'the method eth_call does not exist/is not available'],
  ])('%i %s says that there is no such state', (code, why) => {
    for (const what of [CALL, SLOT, 'code'])
      expect(stateReadOutcome(what, refusal(code, why)).outcome).toBe('unavailable');
  });

  it('for lack of state is temporary while the block is young, unlike that of an unknown method', () => {
    const pruned = refusal(-32000, 'missing trie node');
    expect(() => stateReadOutcome(CALL, pruned, true)).toThrow('missing trie node');
    expect(stateReadOutcome(CALL, pruned, false).outcome).toBe('unavailable');
    expect(stateReadOutcome(CALL, refusal(-32601, 'not here'), true).outcome).toBe('unavailable');
    expect(stateReadOutcome(CALL, refusal(3, 'missing trie node'), true).outcome).toBe('reverted');
  });

  it.each([
    [-32603, 'internal error'],
    [-32005, 'limit exceeded'],
    [-32000, 'header not found'],
    [-32000, 'the request was reverted by the proxy'],
  ])('%i %s says nothing', (code, why) => {
    for (const what of [CALL, SLOT, 'code'])
      expect(() => stateReadOutcome(what, refusal(code, why))).toThrow(why);
  });

  it('worded like a failed call does not count for code, because nothing runs', () => {
    expect(() => stateReadOutcome('code', refusal(3, 'execution reverted'))).toThrow('execution reverted');
  });
});
