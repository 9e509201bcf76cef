import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { type Hex, parseEther, zeroAddress } from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';
import { DEFAULT_SEED } from '../../src/demo/genesis/genesis.js';
import { accountOf } from '../../src/demo/stage/key.js';
import { ownArtifact } from '../../src/demo/stage/own-artifact.js';
import { JSON_READY } from '../../src/platform/postgres/json-ready.js';
import { DemoDatabases } from '../fixture/demo-databases.js';
import { claimText, provenClaims } from '../fixture/proven-claims.js';
import { DeceivingChain } from './deceiving-chain.js';
import { cloneOf, Delegations } from './delegations.js';
import { expectShown } from './lied-bundles.js';
import { SLOTS } from './proxy-world.js';

const NOBODY: Hex = `0x${'a1'.repeat(20)}`;
const keyOf = (name: string): PrivateKeyAccount => accountOf(DEFAULT_SEED, `delegating ${name}`);
const [bob, carol, dave] = [keyOf('bob'), keyOf('carol'), keyOf('dave')];
const [erin, frank] = [keyOf('erin'), keyOf('frank')];

const IMPLEMENTED = `
SELECT start_block AS start, end_block AS "end"
FROM definition_set JOIN proof_segment ON definition_set = definition_set.id JOIN definition_number number ON number.number = definition
WHERE current AND number.id = 'relation:implemented_by' AND subject = $1 AND object = $2 ORDER BY 1`;

let demo: DemoDatabases;
let chain: DeceivingChain;
let pool: Pool;
let implementation: Hex;
let proxy: Hex;
let clone: Hex;
/** Passes calls on to an account whose delegate delegates, too. */
let deep: Hex;
let made: number;
let cleared: number;
let again: number;

beforeAll(async () => {
  demo = await DemoDatabases.startOwn([]);
  chain = new DeceivingChain(demo.chain.url);
  const delegations = new Delegations(chain);
  [implementation] = (await chain.deploy([
    { artifact: ownArtifact('SilentOwner'), args: [bob.address] },
  ])) as [Hex];
  await delegations.delegate(
    await delegations.signed(bob, implementation),
    await delegations.signed(carol, bob.address),
  );
  await delegations.delegate(await delegations.signed(dave, dave.address));
  const slotProxy = { artifact: ownArtifact('SlotProxy'), args: [SLOTS.eip1967, bob.address] };
  [proxy, deep] = (await chain.deploy([
    slotProxy,
    { ...slotProxy, args: [SLOTS.eip1967, carol.address] },
  ])) as [Hex, Hex];
  made = await chain.height();
  [clone] = (await chain.create([cloneOf(bob.address)])) as [Hex];
  const first = await chain.nonceOf(erin.address);
  await delegations.delegate(
    await delegations.signed(erin, implementation),
    // Of another chain, and with nonces that are not the account's.
    await delegations.signed(erin, NOBODY, first + 1, 5),
    await delegations.signed(erin, NOBODY, first + 4),
    await delegations.signed(erin, zeroAddress, first + 1),
    await delegations.signed(erin, proxy, first + 2, 0),
    await delegations.signed(erin, NOBODY, first + 2),
  );
  await chain.block([{ to: frank.address, data: '0x', value: parseEther('1') }]);
  // As if his own transaction had not counted yet.
  const own = [
    await delegations.signed(frank, implementation, 1),
    await delegations.signed(frank, NOBODY, 0),
  ];
  const his = new DeceivingChain(demo.chain.url, frank);
  await his.block([{ to: chain.sender.address, data: '0x', authorizations: own }]);
  cleared = await delegations.delegate(await delegations.signed(bob, zeroAddress));
  again = await delegations.delegate(await delegations.signed(bob, implementation));
  const { firstBlock } = demo.chain;
  pool = await demo.ingested(demo.everyProjector(), [[firstBlock, again]]);
});
afterAll(() => demo?.stop());

async function said(of: string, about: RegExp): Promise<readonly string[]> {
  const claims = (await provenClaims(pool)).get(of.toLowerCase()) ?? [];
  return claims.map(claimText).filter((text) => about.test(text));
}

describe('an account that delegates', () => {
  it('is what the last authorization that counts makes of it', async () => {
    const about = /^relation:delegates_to/;
    expect(await said(carol.address, about)).toEqual([`relation:delegates_to ${bob.address.toLowerCase()}`]);
    expect(await said(dave.address, about)).toEqual([`relation:delegates_to ${dave.address.toLowerCase()}`]);
    expect(await said(erin.address, about)).toEqual([`relation:delegates_to ${proxy}`]);
    expect(await said(frank.address, about)).toEqual([`relation:delegates_to ${implementation}`]);
  });

  it('implements what passes its calls on to it, for as long as its delegate has code', async () => {
    const about = /implemented_by|account_type|upgradeable/;
    const implemented = `relation:implemented_by ${bob.address.toLowerCase()}`;
    const type = 'derived:account_type:proxy';
    expect(await said(proxy, about)).toEqual([type, implemented, 'token:upgradeable']);
    expect(await said(clone, about)).toEqual([type, implemented, 'token:upgradeable']);
    const values = [proxy, bob.address].map((address) => Buffer.from(address.slice(2), 'hex'));
    const { rows } = await pool.query({ text: IMPLEMENTED, values, types: JSON_READY });
    expect(rows).toEqual([
      { start: made, end: cleared - 1 },
      { start: again, end: null },
    ]);
  });

  it('implements nothing where its delegate delegates, too: that runs no contract', async () => {
    expect(await said(deep, /implemented_by|account_type|upgradeable/)).toEqual([
      'derived:account_type:contract',
    ]);
  });

  it('is shown to implement by a bundle that executes', async () => {
    const isImplemented = ({ id }: { readonly id: string }) => id === 'relation:implemented_by';
    expect(await expectShown(pool, demo.chain.url, [again, again], isImplemented)).toBe(2);
  });
});
