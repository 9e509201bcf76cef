import { describe, expect, it } from '@jest/globals';
import { answerSaying } from '../../../evaluator/fixture/answer-saying.js';
import type { Hex } from '../hex.js';
import { answeredAddress, answeredText, answeredUint8 } from './call-answer.js';

const word = (hex: string) => hex.padEnd(64, '0');
const number = (value: number) => value.toString(16).padStart(64, '0');

describe('answers', () => {
  it.each(['0x', '0x55534443', `0x${'61'.repeat(32)}`, `0x${'61'.repeat(33)}`])('a string of %s', (text) => {
    expect(answeredText(answerSaying(text, 'text'))).toBe(text);
  });

  it('a word is text up to the first zero byte', () => {
    expect(answeredText(`0x${word('4d4b52')}`)).toBe('0x4d4b52');
    expect(answeredText(`0x${word('4d4b5200ff')}`)).toBe('0x4d4b52');
    // A zero that is half of two bytes is none.
    expect(answeredText(`0x${word('4d5001')}`)).toBe('0x4d5001');
    expect(answeredText(`0x${'61'.repeat(32)}`)).toBe(`0x${'61'.repeat(32)}`);
    expect(answeredText(`0x${'0'.repeat(64)}`)).toBe('0x');
  });

  it.each<[string, Hex]>([
    ['nothing', '0x'],
    ['half a word', `0x${'61'.repeat(16)}`],
    ['another offset', `0x${number(64)}${number(1)}${word('61')}`],
    ['a length beyond the end', `0x${number(32)}${number(33)}${word('61')}`],
    ['a length beyond all', `0x${number(32)}${'f'.repeat(64)}${word('61')}`],
    ['bytes behind the string', `0x${number(32)}${number(1)}${word('6162')}`],
    ['words behind the string', `0x${number(32)}${number(1)}${word('61')}${word('')}`],
    ['no bytes where there should be some', `0x${number(32)}${number(1)}`],
  ])('%s is no text', (_what, output) => {
    expect(answeredText(output)).toBeUndefined();
  });

  it.each<[number | undefined, Hex]>([
    [0, `0x${number(0)}`],
    [18, `0x${number(18)}`],
    [255, `0x${number(255)}`],
    [undefined, `0x${number(256)}`],
    [undefined, `0x${'f'.repeat(64)}`],
    [undefined, '0x12'],
    [undefined, '0x'],
    [undefined, `0x${number(18)}${number(18)}`],
  ])('a number of eight bits: %s', (value, output) => {
    expect(answeredUint8(output)).toBe(value);
  });

  it('an address is a word with nothing above it', () => {
    const address = `0x${'66'.repeat(20)}`;
    expect(answeredAddress(answerSaying(address, 'address'))).toBe(address);
    expect(answeredAddress(`0x${'66'.repeat(32)}`)).toBeUndefined();
    expect(answeredAddress('0x')).toBeUndefined();
    expect(answeredAddress(`${answerSaying(address, 'address')}00`)).toBeUndefined();
  });
});
