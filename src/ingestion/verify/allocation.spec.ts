import { getGenesis } from '@ethereumjs/genesis';
import { describe, expect, it } from '@jest/globals';
import { genesisAllocation, MAINNET_ROOT } from '../../domain/chain/protocol/genesis-allocation.js';
import type { Header } from '../../domain/chain/record/block.js';
import { allocationOf, fitAllocation } from './allocation.js';

const EMPTY_ROOT = Buffer.from('56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421', 'hex');
const ONE_ACCOUNT = genesisAllocation({
  [`0x${'aa'.repeat(20)}`]: { nonce: '0x1', code: '0x6001', storage: { '0x01': '0x02' } },
});

const sealed = (stateRoot: Buffer): Header => ({ number: 7, stateRoot }) as Header;

describe('the allocation of a genesis block', () => {
  it("is bound by the state root: mainnet's 8,893 accounts have that of block 0", async () => {
    const mainnet = await allocationOf(genesisAllocation(getGenesis(1)));
    expect(mainnet.root).toEqual(MAINNET_ROOT);
    expect(fitAllocation(sealed(MAINNET_ROOT), mainnet)).toHaveLength(8893);
  });

  it('is refused where the root contradicts it', async () => {
    const stated = await allocationOf(ONE_ACCOUNT);
    expect(() => fitAllocation(sealed(MAINNET_ROOT), stated)).toThrow('block 7 refused: allocation');
  });

  it('is trusted as stated where the header commits to no state', async () => {
    expect(fitAllocation(sealed(EMPTY_ROOT), await allocationOf(ONE_ACCOUNT))).toBe(ONE_ACCOUNT);
  });
});
