import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import {
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  keccak256,
  numberToHex,
  pad,
  parseAbi,
  parseAbiParameters,
  toEventSelector,
  toHex,
} from 'viem';
import { ownArtifact } from '../../src/demo/stage/own-artifact.js';
import { shuffledRanges } from '../builder/shuffled-ranges.js';
import { DemoDatabases } from '../fixture/demo-databases.js';
import { claimText, provenClaims } from '../fixture/proven-claims.js';
import { recordedContracts } from '../recorded/contracts.js';
import { REFERENCE_DIRECTORY } from '../recorded/reference-directory.js';
import { Prng } from '../simulation/prng.js';
import { DeceivingChain } from './deceiving-chain.js';
import { expectShown } from './lied-bundles.js';
import { SLOTS } from './proxy-world.js';
import { digestOf } from './rebuilt-claims.js';

const ABI = parseAbi([
  'function put(bytes32 at, address value)',
  'function rely(address usr)',
  'function deny(address usr)',
  'function set(address usr, uint256 to)',
  'function freeze(address who)',
  'function forge(bytes32[] topics, bytes data)',
  'function submitTransaction(address destination, uint256 value, bytes data)',
  'function removeOwner(address owner)',
  'function changeRequirement(uint256 required)',
]);
const [ANNA, BERT, CARL]: readonly Hex[] = ['a0', 'b0', 'c0'].map((byte): Hex => `0x${byte.repeat(20)}`);
const BY_SLOT = 1;
/** The note that a call of rely() leaves: its first topic. */
const RELY_CALL: Hex = `0x65fae35e${'00'.repeat(28)}`;
const RELY = toEventSelector('Rely(address)');
const ABOUT = /^(relation:(multisig_owner|ward|timelock_admin|frozen_by)|token:authorizations|risk:frozen)/;
/** MultiSigWalletWithDailyLimit of Gnosis, and an implementation of USDC. */
const MAINNET = {
  'wallet of mainnet': '0x3262f13a39efaca789ae58390441c9ed76bc658a',
  'dollar of mainnet': '0x43506849d7c04f9138d1a2050bbf3a0c054402dd',
};
const recorded = REFERENCE_DIRECTORY === undefined ? it.skip : it;

let demo: DemoDatabases;
let chain: DeceivingChain;
let pool: Pool;
let me: Hex;
let first: number;
let last: number;
/** A block that changes the wallet and logs of wards, and nothing else. */
let touched: number;
const at: Record<string, Hex> = {};

beforeAll(async () => {
  demo = await DemoDatabases.startOwn([]);
  chain = new DeceivingChain(demo.chain.url);
  me = chain.sender.address.toLowerCase() as Hex;
  first = (await chain.height()) + 1;
  await deployHonest();
  await deployImposters();
  await deployMainnet();
  touched = await act();
  last = await chain.height();
  pool = await demo.ingested(demo.everyProjector(), [[demo.chain.firstBlock, last]]);
});
afterAll(() => demo?.stop());

async function deploy(name: string, contract: string, ...args: unknown[]): Promise<void> {
  at[name] = (await chain.deploy([{ artifact: ownArtifact(contract), args }]))[0]!;
}

const call = (name: string, functionName: (typeof ABI)[number]['name'], ...args: unknown[]) =>
  ({ to: at[name]!, data: encodeFunctionData({ abi: ABI, functionName, args } as never) }) as const;

async function deployHonest(): Promise<void> {
  await deploy('wallet', 'MultiSigWallet', [me, ANNA, BERT], 1n);
  await deploy('warded', 'Warded');
  await deploy('noted', 'NotedWards', false);
  await deploy('vat', 'NotedWards', true);
  await deploy('timelock', 'AdminTimelock', ANNA, 86_400n);
  await deploy('dollar', 'DollarToken', 'Dollar', 'DOLLAR');
  await deploy('warded proxy', 'OddProxy', BY_SLOT, SLOTS.eip1967, at.warded);
  await deploy('dollar proxy', 'OddProxy', BY_SLOT, SLOTS.eip1967, at.dollar);
  const mine = keccak256(encodeAbiParameters(parseAbiParameters('address, uint256'), [me, 0n]));
  await chain.block([
    call('warded proxy', 'put', SLOTS.eip1967, at.warded),
    call('warded proxy', 'put', mine, numberToHex(1, { size: 20 })),
    call('dollar proxy', 'put', SLOTS.eip1967, at.dollar),
  ]);
}

async function deployImposters(): Promise<void> {
  await deploy('says yes', 'YesSayer', ANNA);
  await deploy('answers all', 'FallbackSayer', ANNA);
  await deploy('lists others', 'ListingWallet', ANNA, 1n);
  await deploy('needs nobody', 'ListingWallet', ANNA, 0n);
  await deploy('silent', 'SilentWards');
  await deploy('by block', 'MoodyWards', false);
  await deploy('by caller', 'MoodyWards', true);
  await deploy('forge', 'LogForge');
  await deploy('no coin', 'IssuedCoin', 'No Coin', 'EURC');
}

/** Contracts with the recorded code and a state that is made up. */
async function deployMainnet(): Promise<void> {
  if (REFERENCE_DIRECTORY === undefined) return;
  const contracts = recordedContracts(REFERENCE_DIRECTORY);
  const [ownerFlags, ownerList, required] = [2n, 3n, 4n];
  const flag = keccak256(encodeAbiParameters(parseAbiParameters('address, uint256'), [ANNA!, ownerFlags]));
  const slots: readonly [Hex, Hex][] = [
    [flag, pad('0x01')],
    [toHex(ownerList, { size: 32 }), pad('0x01')],
    [keccak256(toHex(ownerList, { size: 32 })), pad(ANNA!)],
    [toHex(required, { size: 32 }), pad('0x01')],
  ];
  for (const [name, address] of Object.entries(MAINNET)) {
    const code = contracts.find((one) => one.address === address)!.code;
    const stores = name.startsWith('wallet') ? slots : [];
    at[name] = (await chain.create([creationOf(code, stores)], 12_000_000n))[0]!;
  }
}

/** Code that writes slots and returns other code. */
function creationOf(code: Buffer, slots: readonly (readonly [Hex, Hex])[]): Hex {
  const writes = slots.map(([slot, value]) => concatHex(['0x7f', value, '0x7f', slot, '0x55']));
  const size = numberToHex(code.length, { size: 2 });
  const start = numberToHex(67 * slots.length + 13, { size: 2 });
  return concatHex([
    ...writes,
    '0x61',
    size,
    '0x61',
    start,
    '0x5f',
    '0x39',
    '0x61',
    size,
    '0x5f',
    '0xf3',
    toHex(code),
  ]);
}

/** @returns a block that changes the wallet and logs of wards, and nothing else */
async function act(): Promise<number> {
  const everyWard = ['warded', 'noted', 'vat', 'warded proxy', 'says yes', 'silent', 'by block', 'by caller'];
  await chain.block(everyWard.map((name) => call(name, 'rely', ANNA)));
  await chain.block(['warded', 'noted', 'vat', 'warded proxy'].map((name) => call(name, 'rely', BERT)));
  await chain.block(['warded', 'noted', 'vat', 'warded proxy'].map((name) => call(name, 'deny', ANNA)));
  await chain.block([
    // A ward without a log, one whose log is not so, and one who is denied without a log.
    call('silent', 'set', CARL, 1n),
    call('silent', 'rely', BERT),
    ...[pad(RELY, { size: 32 }), RELY_CALL].map((topic) =>
      call(
        'forge',
        'forge',
        topic === RELY_CALL ? [topic, pad(me), pad(ANNA!), pad('0x')] : [topic, pad(ANNA!)],
        '0x',
      ),
    ),
    call('forge', 'forge', [toEventSelector('FreezeAddress(address)'), pad(ANNA!)], '0x'),
    call('no coin', 'freeze', ANNA),
  ]);
  const [remove, require] = [
    encodeFunctionData({ abi: ABI, functionName: 'removeOwner', args: [BERT!] }),
    encodeFunctionData({ abi: ABI, functionName: 'changeRequirement', args: [2n] }),
  ];
  return chain.block([
    call('wallet', 'submitTransaction', at.wallet, 0n, remove),
    call('wallet', 'submitTransaction', at.wallet, 0n, require),
    call('warded', 'rely', CARL),
    call('silent', 'rely', CARL),
  ]);
}

async function said(name: string, of = pool): Promise<readonly string[]> {
  const claims = (await provenClaims(of)).get(at[name] ?? name) ?? [];
  return claims.map(claimText).filter((text) => ABOUT.test(text));
}

describe('control that is older than roles and Safes', () => {
  it('is shown of contracts that have it', async () => {
    const owners = [me, ANNA].map((owner) => `relation:multisig_owner=2 ${owner}`).sort();
    expect(await said('wallet')).toEqual(owners);
    const [mine, berts, carls] = [me, BERT, CARL].map((ward) => `relation:ward ${ward}`);
    expect(await said('warded')).toEqual([mine, berts, carls].sort());
    // The creator is a ward from before the first note.
    for (const name of ['noted', 'vat', 'warded proxy'])
      expect([name, await said(name)]).toEqual([name, [berts]]);
    expect(await said('timelock')).toEqual([`relation:timelock_admin=86400 ${ANNA}`]);
    for (const name of ['dollar', 'dollar proxy']) expect(await said(name)).toEqual(['token:authorizations']);
  });

  recorded('is shown of code of mainnet', async () => {
    expect(await said('wallet of mainnet')).toEqual([`relation:multisig_owner=1 ${ANNA}`]);
    expect(await said('dollar of mainnet')).toEqual(['token:authorizations']);
  });

  it('is not shown of what says yes to everything, of what dispatches nothing, or of logs', async () => {
    for (const name of ['says yes', 'answers all', 'lists others', 'needs nobody', 'forge', 'no coin'])
      expect([name, await said(name)]).toEqual([name, []]);
    for (const name of ['by block', 'by caller']) expect([name, await said(name)]).toEqual([name, []]);
    // ANNA and BERT were named and are none.
    expect(await said('silent')).toEqual([`relation:ward ${CARL}`]);
  });

  it('is not that of a person whom a coin froze that no registry names', async () => {
    expect(await said(ANNA!)).toEqual([]);
  });

  it('is found of contracts that are older than the blocks read, as far as these name it', async () => {
    const late = await demo.ingested(demo.everyProjector(), [[touched, touched]]);
    expect(await said('wallet', late)).toEqual(await said('wallet'));
    expect(await said('warded', late)).toEqual([`relation:ward ${CARL}`]);
    expect(await said('silent', late)).toEqual(await said('silent'));
  });

  it('is the same in any order of ranges', async () => {
    const random = new Prng(31);
    const ranges = shuffledRanges([demo.chain.firstBlock, last], random);
    const shuffled = await demo.ingested(demo.everyProjector(), ranges, () => random.chance(0.3));
    expect(await digestOf(shuffled)).toEqual(await digestOf(pool));
  });

  it('is shown by bundles that execute', async () => {
    const shown = await expectShown(pool, demo.chain.url, [first, last], ({ id }) => ABOUT.test(id));
    expect(shown).toBeGreaterThan(15);
  });
});
