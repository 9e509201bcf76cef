import { beforeAll, describe, expect, it } from '@jest/globals';
import { toHex } from '../../src/domain/chain/codec/hex.js';
import { assembled } from '../builder/assembled.js';
import { account, addressNamed, claimsOfChain } from '../fixture/evaluated-chain.js';
import { dispatch, forward } from './forwarding.js';

const CANCUN = 19_426_587;
const RENOUNCED = 'control:ownership_renounced';

const ownerless = (rest: string) =>
  `${dispatch('0x8da5cb5b', 'owner')} ${rest} owner: 0 0 MSTORE 32 0 RETURN`;
const destroyer = toHex(addressNamed('destroyer'));

const PROGRAMS: Readonly<Record<string, string>> = {
  plain: ownerless('0 0 REVERT'),
  mortal: ownerless('CALLER SELFDESTRUCT'),
  destroyer: `${dispatch('0x41c0e1b5', 'kill')} 0 0 REVERT kill: CALLER SELFDESTRUCT`,
  // Its own code has no SELFDESTRUCT, and names the one account whose code it runs.
  'that a fixed account may destroy': ownerless(forward(destroyer)),
};

/** The contracts that have no owner at the end of a block, by a chain that begins two blocks before it. */
async function ownerlessAt(block: number): Promise<readonly string[]> {
  const accounts = Object.entries(PROGRAMS).map(([name, program]) =>
    account(addressNamed(name), toHex(assembled(program))),
  );
  const claims = await claimsOfChain(accounts, [[], []], block - 2);
  const isOwnerless = (name: string) =>
    claims.get(toHex(addressNamed(name)))?.some(({ id }) => id === RENOUNCED) === true;
  return Object.keys(PROGRAMS).filter(isOwnerless);
}

describe('a contract without an owner that may be destroyed', () => {
  let before: readonly string[];
  let since: readonly string[];
  beforeAll(async () => {
    before = await ownerlessAt(CANCUN - 1);
    since = await ownerlessAt(CANCUN);
  });

  it('is not proven to have none before Cancun, as other code could take its place', () => {
    expect(before).toEqual(['plain']);
  });

  it('is since Cancun, when no transaction destroys what was there before it', () => {
    expect(since).toEqual(['plain', 'mortal', 'that a fixed account may destroy']);
  });
});
