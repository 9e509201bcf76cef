import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { encodeFunctionData, type Hex, parseAbi, zeroAddress } from 'viem';
import { openzeppelin } from '../../src/demo/scenario/packages.js';
import { ownArtifact } from '../../src/demo/stage/own-artifact.js';
import { published } from '../../src/verifier/published.js';
import { verifyBundle } from '../../src/verifier/verify-bundle.js';
import { assembled } from '../builder/assembled.js';
import { DemoDatabases } from '../fixture/demo-databases.js';
import { claimText, provenClaims } from '../fixture/proven-claims.js';
import { creationOf } from './creation-of.js';
import { DeceivingChain } from './deceiving-chain.js';
import { cloneOf } from './delegations.js';
import { forward } from './forwarding.js';
import { exportedAt } from './lied-bundles.js';
import { SLOTS } from './proxy-world.js';
import { verdictAtHead } from './verdict-at-head.js';

const ROYALTIES = 'relation:royalty_receiver';
const VESTING = 'relation:vesting_beneficiary';
const AUTHORITY = 'relation:authority';
const ABOUT = /^relation:(royalty_receiver|vesting_beneficiary|authority)/;
const [ANNA, BERT] = ['a0', 'b0'].map((byte): Hex => `0x${byte.repeat(20)}`) as [Hex, Hex];
const YEAR_SECONDS = 31_536_000n;
/** In the order of `OddRoyalties.Way`. */
const WAYS = ['says yes', 'says no', 'no interfaces', 'by block', 'by caller'] as const;

let demo: DemoDatabases;
let chain: DeceivingChain;
let pool: Pool;
let first: number;
let head: number;
const at: Record<string, Hex> = {};

beforeAll(async () => {
  demo = await DemoDatabases.startOwn([]);
  chain = new DeceivingChain(demo.chain.url);
  first = (await chain.height()) + 1;
  await buildRoyalties();
  await buildVesting();
  await buildAuthorities();
  head = await chain.block(Object.values(at).map((to) => ({ to, data: '0x01ffc9a7' })));
  pool = await demo.ingested(demo.everyProjector(), [[demo.chain.firstBlock, head]]);
});
afterAll(() => demo?.stop());

async function deploy(name: string, contract: string, ...args: unknown[]): Promise<Hex> {
  at[name] = (await chain.deploy([{ artifact: ownArtifact(contract), args }]))[0]!;
  return at[name];
}

/** A contract that passes calls on to the account in a slot. */
async function proxyOf(name: string, target: Hex): Promise<Hex> {
  const write = `${target} ${SLOTS.custom} SSTORE`;
  const program = forward(`${SLOTS.custom} SLOAD`);
  at[name] = (await chain.create([creationOf(assembled(program), write)]))[0]!;
  return at[name];
}

async function buildRoyalties(): Promise<void> {
  await deploy('items', 'RoyaltyItems', ANNA);
  for (const [way, name] of WAYS.entries()) await deploy(name, 'OddRoyalties', way, ANNA);
  await deploy('answers all', 'AddressSayer', ANNA);
  await deploy('names nobody', 'OddRoyalties', 2, zeroAddress);
  // Royalties that its storage does not have are for nobody, and immutable ones are those of the code.
  await proxyOf('proxy of no interfaces', at['no interfaces']!);
  [at.clone] = (await chain.create([cloneOf(at.items!)])) as [Hex];
}

async function buildVesting(): Promise<void> {
  const wallet = { artifact: openzeppelin('VestingWallet'), args: [ANNA, 1n, YEAR_SECONDS] };
  [at.wallet] = (await chain.deploy([wallet])) as [Hex];
  await deploy('wallet of its owner', 'OddVesting', ANNA, zeroAddress, false);
  await deploy('wallet for another', 'OddVesting', ANNA, BERT, false);
  await deploy('wallet that paid out anything', 'OddVesting', ANNA, BERT, true);
  await proxyOf('proxy of a wallet for another', at['wallet for another']!);
}

async function buildAuthorities(): Promise<void> {
  const guard = await deploy('guard', 'CallGuard');
  const guarded = await deploy('guarded', 'Guarded');
  await deploy('without authority', 'Guarded');
  const set = encodeFunctionData({ abi: parseAbi(['function setAuthority(address to)']), args: [guard] });
  await chain.block([{ to: guarded, data: set }]);
  await deploy('guarded by nobody', 'OddGuarded', ANNA);
  await deploy('guarded by what decides nothing', 'OddGuarded', at.items);
  await deploy('answers all with a guard', 'AddressSayer', guard);
}

async function said(name: string): Promise<readonly string[]> {
  const claims = (await provenClaims(pool)).get(at[name]!) ?? [];
  return claims.map(claimText).filter((text) => ABOUT.test(text));
}

describe('whom a contract names to be paid royalties', () => {
  it('is shown of what supports the interface, and no other', async () => {
    expect(await said('items')).toEqual([`${ROYALTIES} ${ANNA}`]);
  });

  it('is not shown of what supports everything, or nothing, dispatches nothing, or names nobody', async () => {
    for (const name of ['says yes', 'says no', 'no interfaces', 'answers all', 'names nobody'])
      expect([name, await said(name), await verdictAtHead(pool, at[name]!, ROYALTIES)]).toEqual([
        ...[name, [], 'not proven'],
      ]);
    for (const name of ['proxy of no interfaces', 'clone'])
      expect([name, await said(name)]).toEqual([name, []]);
  });

  it('is undecided of what answers by block or by caller', async () => {
    for (const name of ['by block', 'by caller'])
      expect([name, await verdictAtHead(pool, at[name]!, ROYALTIES)]).toEqual([name, 'undecided']);
  });
});

describe('for whom a wallet vests', () => {
  const vests = (who: Hex, seconds = YEAR_SECONDS) => `${VESTING}=${seconds} ${who}`;

  it('is its beneficiary, or its owner where it has no other', async () => {
    expect(await said('wallet')).toEqual([vests(ANNA)]);
    expect(await said('wallet of its owner')).toEqual([vests(ANNA)]);
    expect(await said('wallet for another')).toEqual([vests(BERT)]);
    // The times are in its own storage, which has none.
    expect(await said('proxy of a wallet for another')).toEqual([vests(BERT, 0n)]);
  });

  it('is not shown of what paid out anything, or dispatches nothing', async () => {
    for (const name of ['wallet that paid out anything', 'answers all'])
      expect([name, await verdictAtHead(pool, at[name]!, VESTING)]).toEqual([name, 'not proven']);
  });
});

describe('an authority', () => {
  it('is a contract that decides who may call', async () => {
    expect(await said('guarded')).toEqual([`${AUTHORITY} ${at.guard}`]);
  });

  it('is none where nobody is named, no contract, or one that decides nothing', async () => {
    for (const name of [
      ...['without authority', 'guarded by nobody', 'guarded by what decides nothing'],
      'answers all with a guard',
    ])
      expect([name, await verdictAtHead(pool, at[name]!, AUTHORITY)]).toEqual([name, 'not proven']);
  });
});

describe('a bundle of such a claim', () => {
  it('executes what it rests on', async () => {
    const own = new Set(Object.values(at));
    let count = 0;
    for (let block = first; block <= head; block++)
      for (const { claim, exported } of await exportedAt(pool, demo.chain.url, block)) {
        const [id, subject] = claim.split(' ');
        if (!ABOUT.test(id!) || !own.has(`0x${subject!.slice(2)}`)) continue;
        count++;
        expect(await verifyBundle(exported.text, published())).toMatchObject({ outcome: 'verified' });
      }
    expect(count).toBeGreaterThan(5);
  });
});
