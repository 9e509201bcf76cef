import { beforeAll, describe, expect, it } from '@jest/globals';
import { fromHex, toHex } from '../../src/domain/chain/codec/hex.js';
import type { Log } from '../../src/domain/chain/record/block.js';
import { assembled } from '../builder/assembled.js';
import { eventLog } from '../builder/token-log.js';
import { account, addressNamed, claimsOfChain } from '../fixture/evaluated-chain.js';
import { claimText } from '../fixture/proven-claims.js';
import { dispatch } from './forwarding.js';

const RLUSD = fromHex('0x8292bb45bf1ee4d140127049757c2e0ff06317ed');
const POOL_MANAGER = fromHex('0x000000000004444c5dc75cb358380d2e3de08a90');
const MARKET = fromHex('0xc3d688b66703497daa19211eedff47f25384cdc3');
const [FORGER, DOLLAR] = [addressNamed('forger'), addressNamed('dollar')];
const INITIALIZE = 'Initialize(bytes32,address,address,uint24,int24,address,uint160,int24)';

const paused = (by: Buffer, whom: string): Log =>
  eventLog(by, 'AccountPaused(address)', [], [addressNamed(whom)]);
const unpaused = (by: Buffer, whom: string): Log =>
  eventLog(by, 'AccountUnpaused(address)', [], [addressNamed(whom)]);
const opened = (by: Buffer, hooks: string): Log =>
  eventLog(by, INITIALIZE, [7, Buffer.alloc(20), DOLLAR], [3000, 60, addressNamed(hooks), 1, 0]);

/** Logs of one block each. */
const BLOCKS: readonly (readonly Log[])[] = [
  [paused(RLUSD, 'frozen'), paused(RLUSD, 'let go'), paused(FORGER, 'not frozen')],
  [unpaused(RLUSD, 'let go'), unpaused(FORGER, 'frozen')],
  [opened(POOL_MANAGER, 'hooks'), opened(FORGER, 'not hooks'), opened(POOL_MANAGER, 'without code')],
];
const LENDS = toHex(
  assembled(`${dispatch('0xc55dae63', 'token')} 0 0 REVERT token: ${toHex(DOLLAR)} 0 MSTORE 32 0 RETURN`),
);

describe('what logs and registries of mainnet say', () => {
  let claims: Awaited<ReturnType<typeof claimsOfChain>>;
  const said = (of: Buffer, about: RegExp) =>
    (claims.get(toHex(of)) ?? []).map(claimText).filter((text) => about.test(text));

  beforeAll(async () => {
    const accounts = [
      ...[RLUSD, POOL_MANAGER, FORGER, DOLLAR].map((address) => account(address)),
      ...['hooks', 'not hooks'].map((name) => account(addressNamed(name))),
      ...[MARKET, addressNamed('not listed')].map((address) => account(address, LENDS)),
    ];
    const blocks = BLOCKS.map((logs) => [{ from: DOLLAR, to: FORGER, logs }]);
    claims = await claimsOfChain(accounts, blocks);
  });

  it('is that RLUSD freezes an address, and only if RLUSD says so', () => {
    expect(said(addressNamed('frozen'), /frozen/)).toEqual([
      `relation:frozen_by=RLUSD ${toHex(RLUSD)}`,
      'risk:frozen_by_issuer=RLUSD',
    ]);
    for (const name of ['let go', 'not frozen']) expect(said(addressNamed(name), /frozen/)).toEqual([]);
  });

  it('is that a pool of the pool manager has a contract as its hooks, and nobody else’s', () => {
    expect(said(addressNamed('hooks'), /hooks/)).toEqual(['role:pool_hooks=Uniswap V4']);
    for (const name of ['not hooks', 'without code']) expect(said(addressNamed(name), /hooks/)).toEqual([]);
  });

  it('is that a listed market stands for deposits of the token that it names', () => {
    const stands = /lending_asset/;
    expect(said(MARKET, stands)).toEqual([`relation:lending_asset=Compound V3 USDC ${toHex(DOLLAR)}`]);
    expect(said(addressNamed('not listed'), stands)).toEqual([]);
  });
});
