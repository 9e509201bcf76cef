import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import {
  concatHex,
  encodeFunctionData,
  type Hex,
  keccak256,
  pad,
  parseAbi,
  trim,
  zeroAddress,
  zeroHash,
} from 'viem';
import { dollarTokens } from '../../src/demo/scenario/dollars.js';
import { guardedSafe } from '../../src/demo/scenario/guarded-safe.js';
import { safes } from '../../src/demo/scenario/safes.js';
import { accountOf } from '../../src/demo/stage/key.js';
import { ownArtifact } from '../../src/demo/stage/own-artifact.js';
import { DemoDatabases } from '../fixture/demo-databases.js';
import { claimText, provenClaims } from '../fixture/proven-claims.js';
import { type Call, DeceivingChain } from './deceiving-chain.js';

const ABI = parseAbi([
  'function point(bytes32 slot, address who)',
  'function list(address who)',
  'function write(address who)',
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256, uint256, uint256, address, address, bytes signatures)',
]);
const HANDLER = '0x6c9a6c4a39284e37ed1cf53d337577d14212a4870fb976a4366c693b939918d5';
const [NAMED, LISTED, HONEST] = ['a1', 'b1', 'c1'].map((one) => `0x${one.repeat(20)}` as Hex) as [
  Hex,
  Hex,
  Hex,
];

/** Where a Safe begins and ends its lists. */
const SENTINEL = pad('0x01', { size: 20 });
/** Slots. */
const MODULES: Hex = '0x01';
const OWNER_COUNT: Hex = '0x03';

describe('a Safe that is made to list', () => {
  const alice = accountOf('chainproof', 'alice');
  const owner = `relation:safe_owner=1 ${alice.address.toLowerCase()}`;
  let demo: DemoDatabases;
  let chain: DeceivingChain;
  let safe: Hex;
  let meddler: Hex;
  let pool: Pool | undefined;

  beforeAll(async () => {
    demo = await DemoDatabases.startOwn([dollarTokens, safes, guardedSafe]);
    chain = new DeceivingChain(demo.chain.url, alice);
    // Alice is its only owner, so her signature is enough to make it run anything.
    safe = demo.chain.manifest.address('guarded safe').toLowerCase() as Hex;
    [meddler] = (await chain.deploy([{ artifact: ownArtifact('SafeMeddler'), args: [] }])) as [Hex];
  });
  afterAll(() => demo?.stop());

  /** Runs code of the meddler in the name of the Safe. @returns its owners and modules by the claims at the end of the block */
  async function meddle(...all: readonly Hex[]): Promise<string[]> {
    const signature = `0x${alice.address.slice(2).padStart(64, '0')}${'0'.repeat(64)}01` as const;
    const calls = all.map((data) => {
      const args = [meddler, 0n, data, 1, 0n, 0n, 0n, zeroAddress, zeroAddress, signature] as const;
      return { to: safe, data: encodeFunctionData({ abi: ABI, functionName: 'execTransaction', args }) };
    });
    const said = await claimsAfter(calls);
    return said.filter((text) => /^relation:safe_(owner|module)/.test(text));
  }

  /** The claims of the Safe at the end of a block with these calls. */
  async function claimsAfter(calls: readonly Call[]): Promise<string[]> {
    const head = await chain.block(calls);
    const projectors = demo.everyProjector();
    if (pool === undefined) pool = await demo.ingested(projectors, [[demo.chain.firstBlock, head]]);
    else await demo.follow(pool, projectors);
    return (await provenClaims(pool)).get(safe)!.map(claimText);
  }

  it('another singleton is no Safe until it has a published one again', async () => {
    const about = /^(role:safe|relation:(safe|implemented)|derived)/;
    const singleton = pad(trim(await chain.slot(safe, 0n)), { size: 20 });
    const point = (to: Hex) => encodeFunctionData({ abi: ABI, functionName: 'point', args: [zeroHash, to] });
    await meddle(point(meddler));
    // Its code is that of the meddler now, which anybody may call.
    const without = await claimsAfter([]);
    expect(without.filter((text) => about.test(text))).toEqual([
      'derived:account_type:proxy',
      `relation:implemented_by ${meddler}`,
    ]);
    const again = await claimsAfter([{ to: safe, data: point(singleton) }]);
    expect(again.filter((text) => /^(role|derived)/.test(text))).toEqual([
      'derived:account_type:smart_wallet',
      'role:safe_wallet',
    ]);
  });

  it('a module by its fallback handler has no such relation', async () => {
    const [handler] = await chain.deploy([{ artifact: ownArtifact('ListingHandler'), args: [NAMED] }]);
    const data = encodeFunctionData({ abi: ABI, functionName: 'point', args: [HANDLER, handler!] });
    expect(await meddle(data)).toEqual([owner]);
  });

  it('an owner and a module has these relations once they are in its lists', async () => {
    const data = encodeFunctionData({ abi: ABI, functionName: 'write', args: [HONEST] });
    const honest = [`relation:safe_module ${HONEST}`, `relation:safe_owner=1 ${HONEST}`, owner];
    expect(await meddle(data)).toEqual(honest);
    const listing = encodeFunctionData({ abi: ABI, functionName: 'list', args: [LISTED] });
    // The list of modules now ends with the new one, while the list of owners goes on.
    expect(await meddle(listing)).toEqual(honest.slice(1));
  });

  it('modules in a circle has each of them', async () => {
    const follows = (one: Hex, next: Hex): Hex => {
      const slot = keccak256(concatHex([pad(one), pad(MODULES)]));
      return encodeFunctionData({ abi: ABI, functionName: 'point', args: [slot, next] });
    };
    const circle = [follows(SENTINEL, NAMED), follows(NAMED, LISTED), follows(LISTED, NAMED)];
    const modules = [NAMED, LISTED].map((one) => `relation:safe_module ${one}`);
    expect(await meddle(...circle)).toEqual([...modules, `relation:safe_owner=1 ${HONEST}`, owner]);
  });

  it('more owners than it has, has those that it has', async () => {
    const count = encodeFunctionData({
      abi: ABI,
      functionName: 'point',
      args: [pad(OWNER_COUNT), pad('0x09', { size: 20 })],
    });
    expect((await meddle(count)).slice(2)).toEqual([`relation:safe_owner=1 ${HONEST}`, owner]);
  });

  it('fewer than it has, lists none any more', async () => {
    const count = encodeFunctionData({
      abi: ABI,
      functionName: 'point',
      args: [pad(OWNER_COUNT), pad('0x01', { size: 20 })],
    });
    expect((await meddle(count)).slice(2)).toEqual([]);
  });
});
