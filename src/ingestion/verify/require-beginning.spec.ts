import { describe, expect, it } from '@jest/globals';
import { sourcedBlock } from '../../../test/builder/sourced-block.js';
import { type FirstBlock, MAINNET_GENESIS } from '../../domain/chain/protocol/genesis.js';
import type { SourcedBlock } from '../../node/rpc/rpc-block.js';
import type { ExpectedBlock } from './verify-block.js';
import { verifyBlock } from './verify-block.js';

const NUMBER = 25_000_000;
const HERE: FirstBlock = { number: NUMBER };
const allocation = { accounts: [], root: Buffer.alloc(32, 1) };
const child = await sourcedBlock();
const orphan = await sourcedBlock({ parentHash: `0x${'00'.repeat(32)}` });
const hashOf = ({ block }: SourcedBlock) => Buffer.from(block.hash.slice(2), 'hex');
const verify = (sourced: SourcedBlock, expected: ExpectedBlock) => () => verifyBlock(sourced, expected);

describe('a block that names no parent', () => {
  it('is refused where the chain begins elsewhere, even later', () => {
    for (const number of [0, NUMBER - 1, NUMBER + 1])
      expect(verify(orphan, { first: { number } })).toThrow(
        `block ${NUMBER} refused: false_genesis {"problem":"it names no parent","firstBlock":${number}}`,
      );
    expect(verify(orphan, { first: MAINNET_GENESIS })).toThrow('it names no parent');
  });

  it('is accepted as the first, and refused with another hash than the known one', () => {
    expect(verify(orphan, { first: HERE })).not.toThrow();
    expect(verify(orphan, { first: { ...HERE, hash: hashOf(orphan) } })).not.toThrow();
    expect(verify(orphan, { first: { ...HERE, hash: hashOf(child) } })).toThrow('it is another first block');
  });
});

describe('a block that names a parent', () => {
  it('is accepted anywhere but as the first', () => {
    expect(verify(child, { first: MAINNET_GENESIS })).not.toThrow();
  });

  it('is refused as the first, whatever is known of the allocation', async () => {
    for (const more of [{}, { allocation }])
      expect(verify(child, { first: HERE, ...more })).toThrow(/false_genesis .*names a parent/);
    const zero = await sourcedBlock({ number: '0x0' });
    expect(verify(zero, { first: { number: 0 } })).toThrow(/block 0 refused: false_genesis .*names a parent/);
  });
});
