import { describe, expect, it } from '@jest/globals';
import { genesisAllocation } from './genesis-allocation.js';

const word = (end: string): Buffer => Buffer.from(end.padStart(64, '0'), 'hex');

describe('a genesis allocation', () => {
  it('is one change from nothing for each account, by address, whichever way the file writes it', () => {
    const alloc = {
      bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb: '1000000000000000000',
      '0xaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa': {
        balance: '0x0',
        nonce: '0x1',
        code: '0x6001',
        storage: { '0x02': '0x05', '0x01': `0x${'00'.repeat(32)}`, '0x00': `0x${'11'.repeat(32)}` },
      },
    };
    expect(genesisAllocation(alloc)).toEqual([
      {
        address: Buffer.alloc(20, 0xaa),
        nonce: { before: 0, after: 1 },
        code: Buffer.from('6001', 'hex'),
        storage: [
          { slot: word('00'), before: word(''), after: Buffer.alloc(32, 0x11) },
          { slot: word('02'), before: word(''), after: word('05') },
        ],
      },
      { address: Buffer.alloc(20, 0xbb), balance: { before: 0n, after: 10n ** 18n }, storage: [] },
    ]);
  });

  it.each([
    ['nothing', undefined, 'alloc'],
    ['an address of another length', { '0x12': '1' }, 'alloc 0x12'],
    ['an account that is a number', { [`0x${'aa'.repeat(20)}`]: 5 }, `alloc 0x${'aa'.repeat(20)}`],
    ['a balance that is none', { [`0x${'aa'.repeat(20)}`]: { balance: 'much' } }, 'balance'],
    ['storage that is a list of words', { [`0x${'aa'.repeat(20)}`]: { storage: 'none' } }, 'storage'],
  ])('is refused for %s, which is named', (_, alloc, named) => {
    expect(() => genesisAllocation(alloc)).toThrow(named);
  });
});
