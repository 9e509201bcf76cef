import { describe, expect, it } from '@jest/globals';
import { address, addressHex } from '../../../../test/builder/described-block.js';
import { eventLog, word } from '../../../../test/builder/token-log.js';
import { toHex } from '../../../domain/chain/codec/hex.js';
import type { Log } from '../../../domain/chain/record/block.js';
import { fieldReaderOf, listReaderOf } from './field-reader.js';

const A = address(0xaa);
const B = address(0xbb);
/** The word of an address whose upper bytes are not empty. */
const DIRTY = Buffer.concat([Buffer.alloc(11), Buffer.of(1), A]);
/** Added to a number, it leaves the lowest four bytes as they are. */
const BEYOND = 1n << 32n;

const log = (indexed: readonly Buffer[], ...data: readonly (Buffer | bigint | number)[]): Log =>
  eventLog(address(0xee), 'Told()', indexed, data);
const bytes = (hex: string): Log => ({ ...log([]), data: Buffer.from(hex, 'hex') });

describe('a pick', () => {
  it.each<[string, Log, string | undefined]>([
    ['emitter', log([A]), addressHex(0xee)],
    ['topic1', log([DIRTY]), toHex(DIRTY)],
    ['topic2', log([A]), undefined],
    ['topic1.address', log([A]), addressHex(0xaa)],
    ['topic1.address', log([DIRTY]), undefined],
    ['topic2.address', log([A]), undefined],
    ['word0', log([], 7), toHex(word(7))],
    ['word1', log([], 7, DIRTY), toHex(DIRTY)],
    ['word1', log([], 7), undefined],
    ['word0', bytes('00'.repeat(31)), undefined],
    ['word1.address', log([], 7, B), addressHex(0xbb)],
    ['word1.address', log([], 7, DIRTY), undefined],
    ['largest_amount', log([], 64, 160, 2, 9, 9, 2, 3, BEYOND), toHex(word(BEYOND))],
    ['largest_amount', log([], 64, 160, 2, 9, 9, 2, 3, 2), toHex(word(3))],
    ['largest_amount', log([], 64, 96, 0, 0), undefined],
    ['largest_amount', log([], 64, 160, 2, 9, 9, 2, 3, 2, 1), undefined],
  ])('%s is what the log has there, if it is well-formed', (path, from, picked) => {
    expect(fieldReaderOf(path)(from)).toBe(picked);
  });

  const text = (length: number | bigint, content: string): Log => {
    const head = Buffer.concat([word(32), word(length)]).toString('hex');
    return bytes(head + content);
  };
  it.each<[string, Log, string | undefined]>([
    ['nothing', text(0, ''), '0x'],
    ['one byte', text(1, `61${'00'.repeat(31)}`), '0x61'],
    ['a whole word', text(32, '61'.repeat(32)), `0x${'61'.repeat(32)}`],
    ['more than a word', text(33, `${'61'.repeat(33)}${'00'.repeat(31)}`), `0x${'61'.repeat(33)}`],
    ['bytes after it', text(1, `6162${'00'.repeat(30)}`), undefined],
    ['a word too many', text(1, `61${'00'.repeat(63)}`), undefined],
    ['a word too few', text(33, '61'.repeat(32)), undefined],
    ['no padding', text(1, '61'), undefined],
    ['a length that is none', text(BEYOND + 1n, `61${'00'.repeat(31)}`), undefined],
    ['another offset', bytes(Buffer.concat([word(64), word(0)]).toString('hex')), undefined],
    ['an offset alone', bytes(word(32).toString('hex')), undefined],
  ])('of text with %s is its bytes, if every encoder lays it out so', (_, from, picked) => {
    expect(fieldReaderOf('text')(from)).toBe(picked);
  });

  const credentials = (first: number, upper: number, at: number | bigint = 160, length = 32): Log => {
    const withdrawing = Buffer.concat([Buffer.of(first), Buffer.alloc(10), Buffer.of(upper), A]);
    return log([], 160, at, 0, 0, 0, length, withdrawing);
  };
  it.each<[string, Log, string | undefined]>([
    ['0x01', credentials(1, 0), addressHex(0xaa)],
    ['0x02', credentials(2, 0), addressHex(0xaa)],
    ['0x00', credentials(0, 0), undefined],
    ['0x03', credentials(3, 0), undefined],
    ['dirty', credentials(1, 1), undefined],
    ['short', credentials(1, 0, 160, 20), undefined],
    ['absent', credentials(1, 0, 192), undefined],
    ['absurdly placed', credentials(1, 0, BEYOND + 160n), undefined],
  ])('of %s credentials is the address in them, if there is one', (_, from, picked) => {
    expect(fieldReaderOf('credentials.address')(from)).toBe(picked);
  });
});

describe('a pick of each element', () => {
  it.each<[string, Log, readonly string[]]>([
    ['two', log([], 32, 2, A, B), [addressHex(0xaa), addressHex(0xbb)]],
    ['none', log([], 32, 0), []],
    ['an array behind other words', log([], 64, 9, 1, A), [addressHex(0xaa)]],
    ['a dirty element', log([], 32, 2, A, DIRTY), []],
    ['more elements than are there', log([], 32, 3, A, B), []],
    ['a length that is none', log([], 32, BEYOND + 1n, A), []],
    ['an offset that is none', log([], BEYOND + 32n, 1, A), []],
    ['an offset beyond the end', log([], 128, 1, A), []],
    ['no word for the offset', log([]), []],
  ])('of an array with %s is all of them, if all are well-formed', (_, from, picked) => {
    expect(listReaderOf('each:word0.address')(from)).toEqual(picked);
  });

  it('is a list of one for any other pick', () => {
    expect(listReaderOf('topic1.address')(log([A]))).toEqual([addressHex(0xaa)]);
    expect(listReaderOf('topic1.address')(log([DIRTY]))).toEqual([]);
  });
});
