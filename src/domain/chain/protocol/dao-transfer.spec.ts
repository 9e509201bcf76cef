import { describe, expect, it } from '@jest/globals';
import type { Header } from '../record/block.js';
import { daoTransfer } from './dao-transfer.js';

const header = (number: number, extraData: string): Header =>
  ({ number, extraData: Buffer.from(extraData) }) as Header;

describe('the move of what The DAO held', () => {
  it('moves the ether of 116 accounts, The DAO among them, to another account', () => {
    const { from, to } = daoTransfer(header(1_920_000, 'dao-hard-fork'))!;
    const emptied = new Set(from.map((account) => account.toString('hex')));
    expect(emptied.size).toBe(116);
    expect(from.every(({ length }) => length === 20)).toBe(true);
    expect(emptied).toContain('bb9bc244d798123fde783fcc1c72d3bb8c189413');
    expect(emptied).not.toContain(to.toString('hex'));
  });

  it('happens in one block only, on the chain that marked it', () => {
    expect(daoTransfer(header(1_920_001, 'dao-hard-fork'))).toBeUndefined();
    expect(daoTransfer(header(1_919_999, 'dao-hard-fork'))).toBeUndefined();
    expect(daoTransfer(header(1_920_000, ''))).toBeUndefined();
  });
});
