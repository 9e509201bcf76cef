import { describe, expect, it } from '@jest/globals';
import type { Frame, VerifiedBlock } from '../../domain/chain/record/block.js';
import { writtenPlaces } from './written-places.js';

const account = (value: number): Buffer => Buffer.alloc(20, value);
const text = (value: number): string => `0x${account(value).toString('hex')}`;
const frame = (type: Frame['type'], from: number, depth: number) => ({
  ...{ type, from: account(from), path: Buffer.alloc(2 * depth) },
});

function block(number: number, parts: object): VerifiedBlock {
  return { header: { number }, transactions: [], stateChanges: [], ...parts } as unknown as VerifiedBlock;
}

describe('what blocks write', () => {
  it('includes codes of all accounts that signed authorizations, at the last block', () => {
    const authorizationList = [{ authority: account(1) }, {}, { authority: account(1) }];
    const blocks = [block(7, { transactions: [{ authorizationList }] }), block(8, {})];
    expect(writtenPlaces(blocks, new Set())).toEqual([{ address: text(1), what: 'code', block: 8 }]);
  });

  it('includes nonces of contracts that create others, even if the creation failed', () => {
    const frames = [
      [
        ...[frame('CREATE', 1, 1), frame('CREATE', 2, 2), frame('CALL', 3, 2)],
        { ...frame('CREATE2', 4, 3), error: 'out of gas' },
      ],
    ];
    expect(writtenPlaces([block(7, { frames })], new Set())).toEqual([
      { address: text(2), what: 'nonce', block: 7 },
      { address: text(4), what: 'nonce', block: 7 },
    ]);
  });
});
