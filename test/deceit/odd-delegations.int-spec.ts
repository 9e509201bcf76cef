import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import {
  concatHex,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  numberToHex,
  parseAbi,
  parseEther,
  zeroAddress,
} from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';
import { DEFAULT_SEED } from '../../src/demo/genesis/genesis.js';
import { accountOf } from '../../src/demo/stage/key.js';
import { ownArtifact } from '../../src/demo/stage/own-artifact.js';
import { fromHex } from '../../src/domain/chain/codec/hex.js';
import { JSON_READY } from '../../src/platform/postgres/json-ready.js';
import { assembled, RETURN_TOP } from '../builder/assembled.js';
import { DemoDatabases } from '../fixture/demo-databases.js';
import { claimText, provenClaims } from '../fixture/proven-claims.js';
import { type Call, DeceivingChain } from './deceiving-chain.js';
import { cloneOf, Delegations } from './delegations.js';
import { SLOTS } from './proxy-world.js';
import { expectSameAfterRebuilds } from './rebuilt-claims.js';

const ABI = parseAbi([
  'function take(address to)',
  'function createAt(bytes32 salt)',
  'function createAndDestroyAt(bytes32 salt)',
  'function bear(uint256 count)',
  'function destroy(address beneficiary)',
  'function put(bytes32 at, address value)',
]);
const PERSON: Hex = `0x${'b0'.repeat(20)}`;
const BY_BEACON = 2;
const PRECOMPILE: Hex = `0x${'04'.padStart(40, '0')}`;
const SPANS = `
SELECT number.id, start_block AS start, end_block AS "end"
FROM definition_set JOIN proof_segment ON definition_set = definition_set.id JOIN definition_number number ON number.number = definition
WHERE current AND subject = $1 AND number.id = $2 ORDER BY start_block`;
const UNDECIDED = `
SELECT number.id FROM definition_set JOIN undecided_segment ON definition_set = definition_set.id JOIN definition_number number ON number.number = definition
WHERE current AND subject = $1 AND end_block IS NULL ORDER BY 1`;

let demo: DemoDatabases;
let chain: DeceivingChain;
let delegations: Delegations;
let pool: Pool;
let undertaker: Hex;
const at: Record<string, Hex> = {};
const block: Record<string, number> = {};
const keyOf = (name: string): PrivateKeyAccount => accountOf(DEFAULT_SEED, `odd ${name}`);
const lender = keyOf('lender');
const hasty = keyOf('hasty');
const parent = keyOf('parent');
const mortal = keyOf('mortal');
const early = keyOf('early');
const native = keyOf('native');
const circle = keyOf('circle');
const ring = keyOf('ring');

beforeAll(async () => {
  demo = await DemoDatabases.startOwn([]);
  chain = new DeceivingChain(demo.chain.url);
  delegations = new Delegations(chain);
  undertaker = await deploy('Undertaker');
  await buildLater();
  await buildAccounts();
  await buildTwoFacedBeacon();
  const last = await chain.block([]);
  pool = await demo.ingested(demo.everyProjector(), [[demo.chain.firstBlock, last]]);
});
afterAll(() => demo?.stop());

async function deploy(name: string, ...args: unknown[]): Promise<Hex> {
  return (await chain.deploy([{ artifact: ownArtifact(name), args }]))[0]!;
}

const calls = (to: Hex, functionName: (typeof ABI)[number]['name'], ...args: unknown[]): Call => ({
  to,
  data: encodeFunctionData({ abi: ABI, functionName, args } as never),
});
const saltOf = (number: number): Hex => numberToHex(number, { size: 32 });

/** Where the undertaker creates with that salt. */
function placeOf(salt: number): Hex {
  const { bytecode } = ownArtifact('Mortal');
  return getContractAddress({
    ...{ opcode: 'CREATE2', from: undertaker, bytecode, salt: saltOf(salt) },
  } as const).toLowerCase() as Hex;
}

const proxyOf = (target: Hex): Promise<Hex> => deploy('SlotProxy', SLOTS.eip1967, target);

/** A beacon that names one implementation to its proxy, and another to the zero address. */
async function buildTwoFacedBeacon(): Promise<void> {
  const [one, other] = [await deploy('SilentOwner', PERSON), await deploy('SilentOwner', PERSON)];
  const code = assembled(`CALLER @proxy JUMPI ${other} ${RETURN_TOP} proxy: ${one} ${RETURN_TOP}`);
  const size = numberToHex(code.length, { size: 2 });
  const [beacon] = await chain.create([
    concatHex(['0x61', size, '0x80600a5f395ff3', `0x${code.toString('hex')}`]),
  ]);
  at.twoFaced = await deploy('OddProxy', BY_BEACON, SLOTS.beacon, zeroAddress);
  at.toProxy = one;
  await chain.block([calls(at.twoFaced, 'put', SLOTS.beacon, beacon)]);
}

/** Contracts that live at the target of a proxy later, for a moment or never. */
async function buildLater(): Promise<void> {
  at.late = await proxyOf(placeOf(1));
  await chain.block([{ to: placeOf(1), data: '0x', value: 5n }]);
  block.late = await chain.block([calls(undertaker, 'createAt', saltOf(1))]);
  at.brief = await proxyOf(placeOf(2));
  await chain.block([calls(undertaker, 'createAndDestroyAt', saltOf(2))]);
  at.reborn = await proxyOf(placeOf(3));
  const both = [calls(undertaker, 'createAndDestroyAt', saltOf(3)), calls(undertaker, 'createAt', saltOf(3))];
  block.reborn = await chain.block(both);
}

async function buildAccounts(): Promise<void> {
  const [one, other] = [await deploy('SilentOwner', zeroAddress), await deploy('SilentOwner', PERSON)];
  Object.assign(at, { one, other });
  const signed = (account: PrivateKeyAccount, to: Hex, ahead = 0) =>
    chain.nonceOf(account.address).then((nonce) => delegations.signed(account, to, nonce + ahead));
  const set = async (account: PrivateKeyAccount, to: Hex) => delegations.delegate(await signed(account, to));

  await set(lender, one);
  await chain.block([calls(lender.address, 'take', PERSON)]);
  at.borrowed = await deploy('BorrowedOwner', lender.address);
  block.borrowed = await chain.height();
  block.cleared = await set(lender, zeroAddress);
  block.again = await set(lender, other);

  const tx = async (to: Hex, ahead: number): Promise<Call> => ({
    ...{ to: chain.sender.address, data: '0x', authorizations: [await signed(hasty, to, ahead)] },
  });
  at.hasty = await proxyOf(hasty.address);
  block.three = await chain.block([await tx(one, 0), await tx(zeroAddress, 1), await tx(other, 2)]);
  block.none = await chain.block([await tx(one, 0), await tx(other, 1), await tx(zeroAddress, 2)]);
  block.last = await chain.block([await tx(one, 0), await tx(zeroAddress, 1), await tx(one, 2)]);

  await chain.block([{ to: parent.address, data: '0x', value: parseEther('1') }]);
  await set(parent, await deploy('Nursery', 0n));
  await chain.block([calls(parent.address, 'bear', 2n)]);
  // His nonce is what the creations made of it.
  await new DeceivingChain(demo.chain.url, parent).block([{ to: chain.sender.address, data: '0x' }]);
  at.child = getContractAddress({ from: parent.address, nonce: 1n }).toLowerCase() as Hex;

  block.mortal = await set(mortal, await deploy('Mortal'));
  await chain.block([
    { to: mortal.address, data: '0x', value: 5n },
    calls(mortal.address, 'destroy', PERSON),
  ]);

  await set(early, placeOf(4));
  at.early = await proxyOf(early.address);
  block.early = await chain.block([calls(undertaker, 'createAt', saltOf(4))]);

  await set(native, PRECOMPILE);
  at.native = await proxyOf(native.address);

  at.circle = await proxyOf(circle.address);
  await set(circle, at.circle);
  [at.ring] = (await chain.create([cloneOf(ring.address)])) as [Hex];
  await set(ring, at.ring);
}

async function spans(of: Hex, id: string) {
  const values = [fromHex(of.toLowerCase()), id];
  return (await pool.query({ text: SPANS, values, types: JSON_READY })).rows.map(({ start, end }) => [
    start,
    end,
  ]);
}

async function said(of: Hex, about: RegExp): Promise<readonly string[]> {
  const claims = (await provenClaims(pool)).get(of.toLowerCase()) ?? [];
  return claims.map(claimText).filter((text) => about.test(text));
}

describe('the target of a proxy', () => {
  it('implements it from the block in which code comes to its address', async () => {
    for (const name of ['late', 'reborn', 'early'])
      expect([name, await spans(at[name]!, 'relation:implemented_by')]).toEqual([
        name,
        [[block[name], null]],
      ]);
    expect(await spans(at.early!, 'proxy:eip1967')).toEqual([[block.early, null]]);
  });

  it('implements nothing where its code is gone at the end of the transaction', async () => {
    expect(await said(at.brief!, /implemented|proxy|derived/)).toEqual(['derived:account_type:contract']);
    expect(await said(placeOf(2), /address_nature/)).toEqual(['address_nature:selfdestructed']);
    expect(await said(placeOf(3), /address_nature/)).toEqual(['address_nature:contract']);
  });

  it('implements nothing where its delegate is a precompile: calls run no code then', async () => {
    expect(await said(at.native!, /implemented|proxy|derived/)).toEqual(['derived:account_type:contract']);
    expect(await said(native.address, /delegates/)).toEqual([`relation:delegates_to ${PRECOMPILE}`]);
  });

  it('is what the last delegation of a block makes of it', async () => {
    expect(await spans(at.hasty!, 'relation:implemented_by')).toEqual([
      [block.three, block.none! - 1],
      [block.last, null],
    ]);
    expect(await said(hasty.address, /delegates/)).toEqual([`relation:delegates_to ${at.one}`]);
  });

  it('is found, and its beacon is not, where that answers others than the proxy otherwise', async () => {
    expect(await said(at.twoFaced!, /implemented|proxy|beacon|upgradeable|owned/)).toEqual([
      'derived:account_type:proxy',
      `relation:implemented_by ${at.toProxy}`,
      'token:upgradeable',
    ]);
  });

  it('is not proven to answer where calls go round in a circle', async () => {
    for (const name of ['circle', 'ring']) {
      expect([name, await said(at[name]!, /implemented|proxy|derived/)]).toEqual([name, []]);
      const { rows } = await pool.query({ text: UNDECIDED, values: [fromHex(at[name]!)], types: JSON_READY });
      expect(rows.map(({ id }) => id)).toContain('relation:implemented_by');
    }
  });
});

describe('an account that delegates', () => {
  it('keeps its storage while it delegates to nobody', async () => {
    expect(await spans(at.borrowed!, 'relation:owned_by')).toEqual([
      [block.borrowed, block.cleared! - 1],
      [block.again, null],
    ]);
  });

  it('is never a contract, nor a destroyed one', async () => {
    for (const account of [lender, hasty, parent, mortal])
      expect(await said(account.address, /address_nature/)).toEqual([
        'address_nature:eoa',
        expect.stringMatching('^address_nature:eoa_delegated_7702='),
      ]);
    expect(await spans(mortal.address, 'relation:delegates_to')).toEqual([[block.mortal, null]]);
  });

  it('creates contracts by the code of its delegate', async () => {
    expect(await said(at.child!, /created_by/)).toEqual([
      `relation:created_by ${parent.address.toLowerCase()}`,
    ]);
  });

  it('has the same claims after a rebuild', async () => {
    await expectSameAfterRebuilds(pool, demo.everyProjector());
  });
});
