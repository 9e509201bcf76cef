import { describe, expect, it } from '@jest/globals';
import { encodeErrorResult, type Hex } from 'viem';
import { revertReason } from './revert-reason.js';

const bytes = (hex: string): Buffer => Buffer.from(hex.slice(2), 'hex');
const errorOf = (text: string): Hex =>
  encodeErrorResult({ abi: [{ type: 'error', name: 'Error', inputs: [{ type: 'string' }] }], args: [text] });
const panicOf = (code: bigint): Hex =>
  encodeErrorResult({ abi: [{ type: 'error', name: 'Panic', inputs: [{ type: 'uint256' }] }], args: [code] });

describe('the text of a revert', () => {
  it.each(['', 'paused', 'Übertrag → 0', 'x'.repeat(1_024)])('is that of Error(string): %s', (text) => {
    expect(revertReason(bytes(errorOf(text)))).toBe(text);
  });

  it('is what a panic means', () => {
    expect(revertReason(bytes(panicOf(0x11n)))).toBe('Panic 0x11: arithmetic overflow or underflow');
    expect(revertReason(bytes(panicOf(0x77n)))).toBe('Panic 0x77');
  });

  it.each([
    ['nothing', '0x'],
    ['another error', `0x12345678${'00'.repeat(64)}`],
    ['a text that ends early', errorOf('some text').slice(0, -64)],
    ['a text of impossible length', errorOf('').slice(0, -64) + 'ff'.repeat(32)],
    ['text that is too long', errorOf('x'.repeat(1_025))],
    ['bytes that are no UTF-8', errorOf('ab').replace('6162', 'c328')],
    ['an offset that is another', errorOf('a').replace(`${'0'.repeat(62)}20`, `${'0'.repeat(62)}40`)],
  ])('is none for %s', (_, output) => {
    expect(revertReason(bytes(output))).toBeUndefined();
  });
});
