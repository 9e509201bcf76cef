import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { encodeFunctionData, type Hex, parseAbi, zeroAddress } from 'viem';
import { readAnyCatalog } from '../../src/definition/read-definitions.js';
import { ownArtifact } from '../../src/demo/stage/own-artifact.js';
import { fromHex } from '../../src/domain/chain/codec/hex.js';
import { NamedSlots } from '../../src/engine/store/named-slots.js';
import { checkLog } from '../../src/event-store/check-log.js';
import { withoutAllocation } from '../../src/ingestion/append/verified-source.js';
import type { Prove } from '../../src/ingestion/prove/state-comparison.js';
import { ExecutionSource } from '../../src/node/execution/execution-source.js';
import { JSON_READY } from '../../src/platform/postgres/json-ready.js';
import { allProjectors } from '../../src/runtime/projection/projectors.js';
import { assembled } from '../builder/assembled.js';
import type { AlteredNode } from '../fixture/altered-node.js';
import { DemoDatabases } from '../fixture/demo-databases.js';
import { type OpenedDatabase, openNewDatabase } from '../fixture/opened-database.js';
import { storeRanges } from '../fixture/true-state.js';
import { moreSlowly } from '../slowly.js';
import { creationOf } from './creation-of.js';
import { DeceivingChain } from './deceiving-chain.js';
import { startDiffLiar } from './diff-liar.js';
import { followUntil, hasStored } from './follow-until.js';
import { SLOTS } from './proxy-world.js';
import { expectSameAfterRebuilds } from './rebuilt-claims.js';

const ABI = parseAbi(['function put(bytes32 at, address value)']);
const OLD: Hex = `0x${'b0'.repeat(20)}`;
const OTHER: Hex = `0x${'d0'.repeat(20)}`;
const NEW: Hex = `0x${'c0'.repeat(20)}`;
const BY_SLOT = 1;
const OTHER_SLOT: Hex = `0x${'5a'.repeat(32)}`;
/** More than a flush, and enough for a long fill. */
const BLOCKS_BEFORE = 24;
const BLOCKS_AFTER = 4;

const CLAIMS = `
SELECT number.id, object, start_block AS start, end_block AS "end"
FROM definition_set JOIN proof_segment ON definition_set = definition_set.id JOIN definition_number number ON number.number = definition
WHERE current AND number.id IN ('relation:proxy_admin', 'control:ownership_renounced') AND subject = $1 ORDER BY start_block, id`;

const UNDECIDED = `
SELECT number.id, start_block AS start, end_block AS "end"
FROM definition_set JOIN undecided_segment ON definition_set = definition_set.id JOIN definition_number number ON number.number = definition
WHERE current AND number.id IN ('relation:proxy_admin', 'control:ownership_renounced') AND subject = $1 ORDER BY id`;

let demo: DemoDatabases;
let chain: DeceivingChain;
/** A proxy with an admin, and a contract without one whose owner() names nobody. */
let proxies: readonly [Hex, Hex];
/** Contracts like these, the third a proxy. A block after the lie writes another slot of them, and the next sets their admin again: of the third to its old value. */
let watched: readonly [Hex, Hex, Hex];
/** The block that sets the admin of all proxies, and that the node lies about. */
let lied: number;
let named: number;
let found: number;
let first: number;
let created: number;
let database: OpenedDatabase;
let liar: AlteredNode;
let provesNothing: boolean;

beforeAll(async () => {
  demo = await DemoDatabases.startOwn([]);
  chain = new DeceivingChain(demo.chain.url);
  const [target] = await chain.deploy([{ artifact: ownArtifact('SilentOwner'), args: [OLD] }]);
  const proxy = { artifact: ownArtifact('OddProxy'), args: [BY_SLOT, SLOTS.eip1967, zeroAddress] };
  const [own, watchedOwn] = await chain.create([creationOf(OWNERLESS, ''), creationOf(OWNERLESS, '')]);
  created = await chain.height();
  const [one, two, three] = await chain.deploy([proxy, proxy, proxy]);
  proxies = [one!, own!];
  watched = [two!, watchedOwn!, three!];
  const all = [...proxies, ...watched];
  first = await chain.block([
    ...all.map((one) => put(one, SLOTS.eip1967, target!)),
    ...[proxies[0], watched[0], watched[2]].map((one) => put(one, SLOTS.eip1967Admin, OLD)),
  ]);
  for (let at = 0; at < BLOCKS_BEFORE; at++) await chain.block([]);
  lied = await chain.block(all.map((one) => put(one, SLOTS.eip1967Admin, NEW)));
  named = await chain.block(watched.map((one) => put(one, OTHER_SLOT, OLD)));
  found = await chain.block(
    watched.map((one) => put(one, SLOTS.eip1967Admin, one === watched[2] ? OLD : OTHER)),
  );
  for (let at = 0; at < BLOCKS_AFTER; at++) await chain.block([]);
});
afterAll(async () => {
  await demo?.stop();
});

beforeEach(async () => {
  database = await openNewDatabase();
  provesNothing = false;
});
afterEach(async () => {
  await liar.stop();
  await database.drop();
});

/** A contract whose owner() is nobody, and that writes a slot by any other call. */
const OWNERLESS = assembled(
  `0 CALLDATALOAD 224 SHR 0x8da5cb5b EQ @owner JUMPI 36 CALLDATALOAD 4 CALLDATALOAD SSTORE STOP
   owner: 0 0 MSTORE 32 0 RETURN`,
);

const put = (to: Hex, slot: Hex, value: Hex) => ({
  to,
  data: encodeFunctionData({ abi: ABI, functionName: 'put', args: [slot, value] }),
});

/** A node that omits the write to a proxy's admin slot. */
const lyingAbout = (proxy: Hex): Promise<AlteredNode> =>
  startDiffLiar({
    ...{ url: demo.chain.url, block: lied, provesNothing: () => provesNothing },
    lie: (diff) => {
      for (const side of [diff.pre[proxy], diff.post[proxy]]) delete side?.storage?.[SLOTS.eip1967Admin];
    },
  });

const projectors = () => allProjectors({ firstBlock: demo.chain.firstBlock, isDemo: true });

const follow = (rpcUrls: readonly string[], isEnough: () => Promise<boolean>): Promise<string> =>
  followUntil({ databaseUrl: database.url, rpcUrls, firstBlock: demo.chain.firstBlock }, isEnough);
const hasAll = (head: number) => hasStored(database.pool, head);

async function rowsOf(text: string, proxy: Hex): Promise<unknown[]> {
  return (await database.pool.query({ text, values: [fromHex(proxy)], types: JSON_READY })).rows;
}
const claimsOf = (proxy: Hex) => rowsOf(CLAIMS, proxy);
const undecidedOf = (proxy: Hex) => rowsOf(UNDECIDED, proxy);

const admin = (who: Hex, start: number, end: number | null = null) => ({
  ...{ id: 'relation:proxy_admin', object: who, start, end },
});
const nobody = (start: number, end: number | null = null) => ({
  ...{ id: 'control:ownership_renounced', object: '0x', start, end },
});

/** The true claims of each proxy, and the claims that the lie leads to. */
const worlds = () =>
  [
    {
      proxy: proxies[0],
      id: 'relation:proxy_admin',
      truth: [admin(OLD, first, lied - 1), admin(NEW, lied)],
      lie: [admin(OLD, first)],
    },
    {
      proxy: proxies[1],
      id: 'control:ownership_renounced',
      truth: [nobody(created, lied - 1)],
      lie: [nobody(created)],
    },
  ] as const;

describe.each([
  [0, 'the admin of a proxy was replaced'],
  [1, 'a contract without an admin got one'],
] as const)('a node that leaves out that (%d) %s', (at, _) => {
  beforeEach(async () => {
    liar = await lyingAbout(worlds()[at].proxy);
  });

  it('is refused in a fill, and another node provides the block', async () => {
    const { proxy, truth } = worlds()[at];
    const head = await chain.height();
    const refusals = await follow([liar.url, demo.chain.url], hasAll(head));
    expect(refusals).toContain(`"account":"${proxy}","field":"slot:${SLOTS.eip1967Admin}"`);
    expect(await claimsOf(proxy)).toEqual(truth);
  });

  it('is believed while it proves nothing, and no claim depends on the lie once it does, though no block names the account', async () => {
    const { proxy, id, lie } = worlds()[at];
    const { pool } = database;
    provesNothing = true;
    const head = await chain.height();
    await follow([liar.url], hasAll(head));
    expect(await claimsOf(proxy)).toEqual(lie);

    provesNothing = false;
    const isUndecided = async (): Promise<boolean> => (await undecidedOf(proxy)).length > 0;
    const refusals = await follow([liar.url], isUndecided);
    expect(refusals).toContain(`contradicted: slot:${SLOTS.eip1967Admin} of ${proxy} at the end of`);
    expect(await claimsOf(proxy)).toEqual([]);
    expect(await undecidedOf(proxy)).toEqual(
      expect.arrayContaining([{ id, start: expect.any(Number), end: null }]),
    );
    await expectSameAfterRebuilds(pool, projectors());
    expect(await claimsOf(proxy)).toEqual([]);

    // A later write makes the value known again.
    await chain.block([put(proxy, SLOTS.eip1967Admin, OLD)]);
    const next = await chain.height();
    await follow([liar.url], hasAll(next));
    expect(await claimsOf(proxy)).toEqual(at === 0 ? [admin(OLD, next)] : []);
  });
});

describe('an omitted write', () => {
  const healings = [
    ['that there is none', 'a block names the account', 1, () => named],
    ['the admin', 'a block finds the truth, and writes the same admin', 2, () => found],
    ['the admin', 'a block names the account', 0, () => named],
    ['the admin', 'a block finds the truth', 0, () => found],
  ] as const;

  it.each(moreSlowly(healings, 2))(
    'of %s is believed until %s, and never after it',
    async (_, __, at, healing) => {
      const [proxy, next] = [watched[at]!, healing()];
      liar = await lyingAbout(proxy);
      const { pool } = database;
      const genesis = withoutAllocation({ number: demo.chain.firstBlock });
      const options = { named: new NamedSlots(readAnyCatalog()), projectors: projectors(), genesis };
      await storeRanges(pool, [liar.url], [[genesis.number, next - 1]], undefined, options);
      const lie = at === 1 ? nobody(created) : admin(OLD, first);
      expect(await claimsOf(proxy)).toEqual([lie]);

      const node = await ExecutionSource.connect([demo.chain.url], 1, () => undefined);
      const prove: Prove = (reads) => node.prove(reads);
      const range = [[next, next]] as const;
      const { contradicted } = await storeRanges(pool, [demo.chain.url], range, prove, options);
      await node.close();
      expect(contradicted.join()).toContain(`slot:${SLOTS.eip1967Admin} of ${proxy} at the end of`);
      // No node answers questions about state here, so the rest stays undecided.
      expect(await claimsOf(proxy)).toEqual(next === found ? [admin(at === 2 ? OLD : OTHER, next)] : []);
      expect(await undecidedOf(proxy)).toContainEqual({
        ...{ id: lie.id, start: expect.any(Number), end: next === found ? next - 1 : null },
      });
      await expectSameAfterRebuilds(pool, projectors());
      expect(await checkLog(pool, () => undefined)).toEqual([]);
    },
  );
});
