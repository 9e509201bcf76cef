import { describe, expect, it } from '@jest/globals';
import { tokenStandard } from './token-standard.js';

const NONE = { erc20: 0, erc721: 0, erc1155: 0, unindexed: 0, erc777: 0, erc4626: 0 };

describe('the standard of a token', () => {
  it.each([
    ['erc20', { erc20: 3 }],
    ['erc721', { erc20: 1, erc721: 2 }],
    ['erc1155', { erc721: 1, erc1155: 2 }],
    ['erc20', { erc20: 2, erc721: 2, erc1155: 2 }],
    ['erc721', { erc721: 2, erc1155: 2 }],
    ['erc4626', { erc20: 5, erc4626: 1 }],
    ['erc4626', { erc20: 5, erc777: 3, erc4626: 1 }],
    ['erc777', { erc20: 5, erc777: 1 }],
    ['erc777', { erc777: 1 }],
  ])('is %s for %j', (standard, counts) => {
    expect(tokenStandard({ ...NONE, ...counts }, false)).toBe(standard);
  });

  it('follows the code where transfers have no indexed parameters', () => {
    expect(tokenStandard({ ...NONE, unindexed: 1 }, true)).toBe('erc721');
    expect(tokenStandard({ ...NONE, unindexed: 1 }, false)).toBe('erc20');
  });

  it('is not settled without a transfer: a deposit event alone makes no vault', () => {
    expect(tokenStandard({ ...NONE, erc4626: 1 }, false)).toBeUndefined();
  });
});
