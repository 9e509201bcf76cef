import { describe, expect, it } from '@jest/globals';
import { MalformedField } from '../chain/codec/malformed-field.js';
import { decodeReads, encodeReads, type StateReadResult } from './state-read-result.js';

const address = (digit: string) => Buffer.from(digit.repeat(40), 'hex');
const NOTHING = Buffer.alloc(0);

const READS: readonly StateReadResult[] = [
  {
    address: address('1'),
    what: 'code',
    outcome: 'answered',
    output: Buffer.alloc(24_576, 0x60),
    isProven: true,
  },
  { address: address('2'), what: 'code', outcome: 'answered', output: NOTHING },
  {
    address: address('3'),
    what: `slot:0x${'0'.repeat(63)}1`,
    outcome: 'answered',
    output: Buffer.alloc(32, 7),
  },
  { address: address('4'), what: '0x95d89b41', outcome: 'reverted', output: NOTHING },
  // As long as a slot, and no slot.
  { address: address('5'), what: `0x${'ab'.repeat(32)}`, outcome: 'answered', output: Buffer.from('hello') },
  { address: address('6'), what: '0x06fdde03', outcome: 'unavailable', output: NOTHING },
];
const NODES = [Buffer.alloc(532, 5), Buffer.alloc(33, 6)];

describe('recorded reads', () => {
  it('come back from their payload as they were', () => {
    for (const recorded of [{ reads: READS, nodes: NODES }, { reads: READS }, { reads: [] }])
      expect(decodeReads(encodeReads(recorded))).toEqual(recorded);
  });

  it('have the bytes of the second format where no nodes are kept', () => {
    const payload = encodeReads({ reads: READS });
    expect(payload[0]).toBe(2);
    expect(encodeReads({ reads: READS, nodes: [] })).toEqual(payload);
  });

  it('are read as the first format had them, which proved nothing', () => {
    const first = Buffer.from(`0101${'11'.repeat(20)}04${Buffer.from('code').toString('hex')}000160`, 'hex');
    expect(decodeReads(first)).toEqual({
      reads: [{ address: address('1'), what: 'code', outcome: 'answered', output: Buffer.from('60', 'hex') }],
    });
  });

  it('are refused when a byte is missing or left over, whichever it is', () => {
    const payload = encodeReads({ reads: READS.slice(2), nodes: NODES });
    for (let size = 0; size < payload.length; size++)
      expect(() => decodeReads(payload.subarray(0, size))).toThrow(MalformedField);
    expect(() => decodeReads(Buffer.concat([payload, NOTHING, Buffer.of(0)]))).toThrow(MalformedField);
  });

  it.each([
    ['format', 0, 4],
    ['format', 0, 0],
    ['outcome', 27, 3],
  ])('are refused when their %s is not known', (_, at, value) => {
    const payload = encodeReads({ reads: READS.slice(0, 1) });
    payload[at] = value;
    expect(() => decodeReads(payload)).toThrow(MalformedField);
  });
});
