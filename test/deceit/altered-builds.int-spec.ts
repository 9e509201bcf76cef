import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { type Hex, zeroAddress } from 'viem';
import { ProofExporter, type RequestedClaim } from '../../src/bundle/proof-exporter.js';
import { openzeppelin } from '../../src/demo/scenario/packages.js';
import { ownArtifact } from '../../src/demo/stage/own-artifact.js';
import { evaluationProjector } from '../../src/engine/engine.projector.js';
import { claimDigest } from '../../src/engine/store/claim-digest.js';
import { AccountProofs } from '../../src/node/execution/account-proofs.js';
import { inTransaction } from '../../src/platform/postgres/transaction.js';
import { allProjectors, forkSchedule } from '../../src/runtime/projection/projectors.js';
import { Tracker } from '../../src/state/tracking/tracker.js';
import type { Bundle } from '../../src/verifier/bundle/bundle.schema.js';
import { writeBundle } from '../../src/verifier/bundle/read-bundle.js';
import { verifyBundle } from '../../src/verifier/verify-bundle.js';
import { type Alteration, alteredTimelocks, replaced } from '../builder/known-builds.js';
import { type Rules, rulesWith } from '../fixture/changed-rules.js';
import { DemoDatabases } from '../fixture/demo-databases.js';
import { provenClaims } from '../fixture/proven-claims.js';
import { reevaluate } from '../fixture/reevaluate.js';
import { withFittingHashes } from '../forger/refit.js';
import { DeceivingChain } from './deceiving-chain.js';

/** Rules by which any contract is a timelock and a governor: they ask for code, and for no known build. */
const LOOSE = rulesWith((edit) => {
  for (const role of ['timelock', 'governor'])
    edit(`role/${role}.yaml`, (text) =>
      text
        .replace('version: 2.0.0', 'version: 1.0.0')
        .replace(/bindings: .*\n/, '')
        .replace(/operator: build_in, binding: [a-z-]+/, 'operator: exists, code: contract'),
    );
});
const AS_THEY_ARE = rulesWith(() => undefined);

/** PUSH9 of 100 ether, and of 256 wei. */
const [QUORUM, LOWER] = ['68056bc75e2d63100000', '680000000000000001'.padEnd(20, '0')];
const CALLED = '0x01ffc9a7';

let demo: DemoDatabases;
let chain: DeceivingChain;
let nodes: AccountProofs;
beforeAll(async () => {
  demo = await DemoDatabases.startOwn([]);
  chain = new DeceivingChain(demo.chain.url);
  nodes = new AccountProofs([demo.chain.url]);
});
afterAll(async () => {
  await nodes?.close();
  await demo?.stop();
});

/** Creation code that deploys this code. */
function leaving(code: Buffer): Hex {
  const length = code.length.toString(16).padStart(4, '0');
  // PUSH2 length, DUP1, PUSH1 10, PUSH0, CODECOPY, PUSH0, RETURN
  return `0x61${length}80600a5f395ff3${code.toString('hex')}`;
}

/** The served roles of timelocks and governors, sorted. */
async function rolesOf(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ role: string }>(
    `SELECT number.id || ' 0x' || encode(subject, 'hex') AS role
     FROM proof_segment JOIN definition_set ON definition_set.id = definition_set
     JOIN definition_number number ON number.number = definition
     WHERE current AND number.id IN ('role:governor', 'role:timelock')`,
  );
  return rows.map(({ role }) => role).sort();
}

describe('a contract with the operations of a known one', () => {
  const altered: readonly Alteration[] = alteredTimelocks();
  let genuine: string[];
  let alike: string[];
  let whole: Pool;
  let late: Pool;
  let deployed: number;

  beforeAll(async () => {
    const { firstBlock } = demo.chain;
    const { abi, bytecode } = openzeppelin('TimelockController');
    const roles = [60n, [], [], zeroAddress];
    const governor = ownArtifact('DemoGovernor');
    const [timelock, ...others] = await chain.deploy([
      { artifact: { abi, bytecode }, args: roles },
      ...altered.map(({ code }) => ({ artifact: { abi: [], bytecode: leaving(code) }, args: [] })),
    ]);
    const cheaper = replaced(Buffer.from(governor.bytecode.slice(2), 'hex'), QUORUM, LOWER);
    const [one, another, cheap] = await chain.deploy([
      { artifact: governor, args: [timelock] },
      { artifact: governor, args: [others[0]] },
      { artifact: { ...governor, bytecode: `0x${cheaper.toString('hex')}` }, args: [timelock] },
    ]);
    genuine = [timelock!, one!, another!];
    alike = [...others, cheap!];
    deployed = await chain.height();
    const head = await chain.block([...genuine, ...alike].map((to) => ({ to, data: CALLED })));
    const projectors = allProjectors({ firstBlock, isDemo: true });
    whole = await demo.ingested(projectors, [[firstBlock, head]]);
    late = await demo.ingested(projectors, [[deployed + 1, head]]);
  });

  it.each(['from the beginning', 'where all was there before'])('proves no role, %s', async (from) => {
    const claims = await provenClaims(from === 'from the beginning' ? whole : late);
    const roles = (address: string) =>
      claims.get(address)!.flatMap(({ id }) => (/^role:(timelock|governor)$/.test(id) ? [id] : []));
    expect(genuine.map(roles)).toEqual([['role:timelock'], ['role:governor'], ['role:governor']]);
    for (const address of alike) expect([address, roles(address)]).toEqual([address, []]);
  });

  it.each([
    ['from the beginning', () => demo.chain.firstBlock],
    ['where all was there before', () => deployed + 1],
  ])('loses what looser rules proved of it, %s', async (_, from) => {
    const range = [from(), await chain.height()] as const;
    const { firstBlock } = demo.chain;
    const evaluation = (rules: Rules) =>
      evaluationProjector({ ...rules, firstBlock, views: new Tracker(forkSchedule()) });
    const projectors = (rules: Rules) =>
      demo.everyProjector().map((one) => (one.name === 'evaluation' ? evaluation(rules) : one));
    const pool = await demo.ingested(projectors(LOOSE), [range]);
    expect(await rolesOf(pool)).toEqual(
      expect.arrayContaining(
        [...genuine, ...alike].flatMap((one) => [`role:governor ${one}`, `role:timelock ${one}`]),
      ),
    );
    await reevaluate(pool, () => evaluation(AS_THEY_ARE));
    const [timelock, ...governors] = genuine;
    expect(await rolesOf(pool)).toEqual(
      [...governors.map((one) => `role:governor ${one}`), `role:timelock ${timelock}`].sort(),
    );
    const fresh = await demo.ingested(projectors(AS_THEY_ARE), [range]);
    expect((await claimDigest(pool)).digest).toBe((await claimDigest(fresh)).digest);
  });

  const exported = async (pool: Pool, subject: string, id = 'role:timelock') => {
    const { firstBlock } = demo.chain;
    const block = await chain.height();
    return inTransaction(pool, async (tx) => {
      const exporter = await ProofExporter.open(tx, { firstBlock, isDemo: true }, nodes);
      return exporter.export(await exporter.claim({ id, subject, block } as RequestedClaim));
    });
  };

  it('has a bundle if it is genuine, which needs neither code analysis nor the word of a node', async () => {
    for (const pool of [whole, late])
      for (const [at, id] of ['role:timelock', 'role:governor', 'role:governor'].entries()) {
        const { verification } = await exported(pool, genuine[at]!, id);
        expect(verification.attested.map(({ kind }) => kind)).not.toContain('analysis');
        expect([...verification.supports].filter(([, by]) => by === 'node')).toEqual([]);
      }
  });

  it('has no bundle that verifies if it is altered, though it shows its own code under fitting hashes', async () => {
    const [timelock] = genuine;
    const { text } = await exported(whole, timelock!);
    for (const [at, { what }] of altered.entries()) {
      const other = alike[at]!;
      const shown = JSON.parse((await exported(whole, other, 'address_nature:contract')).text) as Bundle;
      const forged = JSON.parse(text.replaceAll(timelock!, other)) as Bundle;
      for (const [hash, { accounts }] of Object.entries(forged.blocks))
        if (accounts)
          forged.blocks[hash] = { ...forged.blocks[hash]!, accounts: shown.blocks[hash]!.accounts! };
      const found = await verifyBundle(withFittingHashes(writeBundle(forged)));
      expect([what, found]).toEqual([
        what,
        expect.objectContaining({
          outcome: 'refuted',
          level: 3,
          reason: 'its code is not that build of timelock-builds',
        }),
      ]);
    }
  });

  it('has no bundle that verifies if its code is only attested by a node, or not shown', async () => {
    const bundle = JSON.parse((await exported(whole, genuine[0]!)).text) as Bundle;
    const [statement] = Object.values(bundle.statements);
    const [ref] = statement!.holdings[0]!.evidence;
    for (const { accounts } of Object.values(bundle.blocks)) if (accounts) delete accounts[genuine[0] as Hex];
    const said = (code?: Buffer) => {
      const kind = { kind: 'code' as const, digest: bundle.proof };
      const one = code === undefined ? kind : { ...kind, code: `0x${code.toString('hex')}` as Hex };
      return verifyBundle(withFittingHashes(writeBundle({ ...bundle, attested: { [ref!]: one } })));
    };
    expect(await said(altered[0]!.code)).toMatchObject({ outcome: 'refuted', level: 3 });
    expect(await said()).toMatchObject({ outcome: 'refuted', level: 3, reason: 'its code is not shown' });
  });
});
