import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { encodeFunctionData, type Hex, parseAbi, zeroAddress } from 'viem';
import { ownArtifact } from '../../src/demo/stage/own-artifact.js';
import { withoutAllocation } from '../../src/ingestion/append/verified-source.js';
import { allProjectors } from '../../src/runtime/projection/projectors.js';
import { type AlteredNode, RpcFailure, startAlteredNode } from '../fixture/altered-node.js';
import { DemoDatabases } from '../fixture/demo-databases.js';
import { type OpenedDatabase, openNewDatabase } from '../fixture/opened-database.js';
import { provenClaims } from '../fixture/proven-claims.js';
import { storeRanges } from '../fixture/true-state.js';
import { DeceivingChain } from './deceiving-chain.js';
import { followUntil } from './follow-until.js';
import { SLOTS } from './proxy-world.js';
import { expectSameAfterRebuilds } from './rebuilt-claims.js';

const ABI = parseAbi(['function mint(address to, uint256 value)']);
const ALICE: Hex = `0x${'a1'.repeat(20)}`;
const BOB: Hex = `0x${'b0'.repeat(20)}`;
const PUT = parseAbi(['function put(bytes32 at, address value)']);
const OTHER_SLOT: Hex = `0x${'5a'.repeat(32)}`;
const MASK: Hex = `0x${'4'.padStart(64, '0')}`;

let demo: DemoDatabases;
let chain: DeceivingChain;
/** A token whose state is older than the range. A set mask would make it call itself USDC. */
let token: Hex;
/** A proxy whose state is older as well. Its admin is not the account that the liar names. */
let proxy: Hex;
let begins: number;
let liar: AlteredNode;
let database: OpenedDatabase;
let provesNothing = true;

beforeAll(async () => {
  demo = await DemoDatabases.startOwn([]);
  chain = new DeceivingChain(demo.chain.url);
  [token] = (await chain.deploy([
    { artifact: ownArtifact('RenamingToken'), args: ['Fine coin', 'FINE'] },
  ])) as [Hex];
  const [target] = (await chain.deploy([{ artifact: ownArtifact('SilentOwner'), args: [ALICE] }])) as [Hex];
  const odd = { artifact: ownArtifact('OddProxy'), args: [1, SLOTS.eip1967, zeroAddress] };
  [proxy] = (await chain.deploy([odd])) as [Hex];
  const put = (slot: Hex, value: Hex) => ({
    ...{ to: proxy, data: encodeFunctionData({ abi: PUT, functionName: 'put', args: [slot, value] }) },
  });
  await chain.block([put(SLOTS.eip1967, target), put(SLOTS.eip1967Admin, ALICE)]);
  const mint = encodeFunctionData({ abi: ABI, functionName: 'mint', args: [ALICE, 1n] });
  begins = await chain.block([{ to: token, data: mint }, put(OTHER_SLOT, ALICE)]);
  await chain.block([]);
  liar = await startAlteredNode(
    () => demo.chain.url,
    (method, params) => {
      if (method === 'eth_getProof' && provesNothing)
        return new RpcFailure(-32_000, 'missing trie node: state is pruned');
      if (method === 'eth_getStorageAt' && params[0] === proxy && params[1] === SLOTS.eip1967Admin)
        return `0x${BOB.slice(2).padStart(64, '0')}`;
      const isMask = method === 'eth_getStorageAt' && params[0] === token && BigInt(params[1] as Hex) === 4n;
      return isMask ? `0x${'1'.padStart(64, '0')}` : undefined;
    },
  );
});
afterAll(async () => {
  await liar?.stop();
  await demo?.stop();
});
beforeEach(async () => {
  provesNothing = true;
  database = await openNewDatabase();
});
afterEach(async () => {
  await database.drop();
});

const projectors = () => allProjectors({ firstBlock: demo.chain.firstBlock, isDemo: true });

async function imitates(): Promise<boolean> {
  const claims = (await provenClaims(database.pool)).get(token) ?? [];
  return claims.some(({ id }) => id === 'risk:impersonates_asset');
}

const follow = (isEnough: () => Promise<boolean>): Promise<string> =>
  followUntil(
    { databaseUrl: database.url, rpcUrls: [liar.url], firstBlock: demo.chain.firstBlock },
    isEnough,
  );

it('a lie about state before the range counts only until the node proves state', async () => {
  const genesis = withoutAllocation({ number: demo.chain.firstBlock });
  const options = { projectors: projectors(), genesis };
  await storeRanges(database.pool, [liar.url], [[begins, begins]], undefined, options);
  await follow(imitates);

  provesNothing = false;
  const refusals = await follow(async () => !(await imitates()));
  expect(refusals).toContain(`contradicted: slot:${MASK} of ${token} at the end of`);
  await expectSameAfterRebuilds(database.pool, projectors());
  expect(await imitates()).toBe(false);
});

it('a lie about a slot that a definition names counts only until the node proves state', async () => {
  const admins = async (): Promise<string[]> => {
    const claims = (await provenClaims(database.pool)).get(proxy) ?? [];
    return claims.flatMap(({ id, object }) => (id === 'relation:proxy_admin' ? [`0x${object}`] : []));
  };
  const genesis = withoutAllocation({ number: demo.chain.firstBlock });
  const options = { projectors: projectors(), genesis };
  await storeRanges(database.pool, [liar.url], [[begins, begins]], undefined, options);
  await follow(async () => (await admins()).includes(BOB));

  provesNothing = false;
  await follow(async () => !(await admins()).includes(BOB));
  await expectSameAfterRebuilds(database.pool, projectors());
  expect(await admins()).not.toContain(BOB);
});
