import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { encodeFunctionData, type Hex, parseAbi, zeroAddress } from 'viem';
import { ProofExporter, type RequestedClaim } from '../../src/bundle/proof-exporter.js';
import { ownArtifact } from '../../src/demo/stage/own-artifact.js';
import { AccountProofs } from '../../src/node/execution/account-proofs.js';
import { inTransaction } from '../../src/platform/postgres/transaction.js';
import { allProjectors } from '../../src/runtime/projection/projectors.js';
import { published } from '../../src/verifier/published.js';
import { verifyBundle } from '../../src/verifier/verify-bundle.js';
import { DemoDatabases } from '../fixture/demo-databases.js';
import { provenClaims } from '../fixture/proven-claims.js';
import { DeceivingChain } from './deceiving-chain.js';
import { SLOTS } from './proxy-world.js';

const ABI = parseAbi(['function put(bytes32 at, address value)', 'function announce(address beacon)']);
const ID = 'relation:beacon_implementation';
let demo: DemoDatabases;
beforeAll(async () => {
  demo = await DemoDatabases.startOwn([]);
});
afterAll(() => demo?.stop());

it('a beacon is proven by what uses it, though others announced it first, and a bundle lists as attested that an announcement is the first', async () => {
  const { firstBlock, url } = demo.chain;
  const chain = new DeceivingChain(url);
  const deploy = async (name: string, ...args: unknown[]): Promise<Hex> =>
    (await chain.deploy([{ artifact: ownArtifact(name), args }]))[0]!;
  const target = await deploy('PlainToken');
  const beacon = await deploy('SilentBeacon', target);
  const other = await deploy('OddProxy', 0, SLOTS.custom, zeroAddress);
  const proxy = await deploy('OddProxy', 2, SLOTS.beacon, zeroAddress);
  const announce = encodeFunctionData({ abi: ABI, functionName: 'announce', args: [beacon] });
  const put = encodeFunctionData({ abi: ABI, functionName: 'put', args: [SLOTS.beacon, beacon] });
  // The first contract to announce the beacon does not use it: anybody can do that.
  const first = await chain.block([{ to: other, data: announce }]);
  const head = await chain.block([
    { to: proxy, data: put },
    { to: proxy, data: announce },
  ]);
  const projectors = allProjectors({ firstBlock, isDemo: true });
  const whole = await demo.ingested(projectors, [[firstBlock, head]]);
  const late = await demo.ingested(projectors, [[first + 1, head]]);
  const nodes = new AccountProofs([url]);
  const exported = (pool: Pool) =>
    inTransaction(pool, async (tx) => {
      const exporter = await ProofExporter.open(tx, { firstBlock, isDemo: true }, nodes);
      const claim = { id: ID, subject: beacon, object: target, block: head } as RequestedClaim;
      return exporter.export(await exporter.claim(claim));
    });
  for (const [pool, family] of [
    [whole, 'used_by_another'],
    [late, 'used'],
  ] as const) {
    const own = (await provenClaims(pool)).get(beacon)!.filter(({ id }) => id === ID);
    expect(own).toEqual([expect.objectContaining({ object: target.slice(2), family })]);
    const { text, verification } = await exported(pool);
    expect(await verifyBundle(text, published())).toMatchObject({ outcome: 'verified' });
    expect(verification.attested).toContainEqual({
      kind: 'first',
      about: expect.stringMatching(/^log:1:/),
      says: expect.stringContaining('no earlier log'),
    });
  }
  await nodes.close();
});
