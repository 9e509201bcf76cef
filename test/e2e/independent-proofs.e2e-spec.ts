import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { useDemo } from './fixture/use-demo.js';

const SCRIPT = join(process.cwd(), 'scripts', 'recompute-proof.mjs');

interface Shape {
  /** What the proof has that the others have not. */
  readonly shape: string;
  readonly of: string;
  readonly claim: string;
  /** Name of a relation's counterpart. */
  readonly counterpart?: string;
  /** Kinds of evidence that the script looks up in the node, and kinds it cannot. */
  readonly seen: readonly string[];
  readonly unseen?: readonly string[];
}

/** Ten and more proofs of different shapes, by name of the demo chain's address. */
const SHAPES: readonly Shape[] = [
  { shape: 'a transaction and a control', of: 'alice', claim: 'address_nature:eoa', seen: ['tx'] },
  { shape: 'code', of: 'weth', claim: 'address_nature:contract', seen: ['code'] },
  { shape: 'a log, a dependency and two controls', of: 'plain token', claim: 'asset:erc20', seen: ['log'] },
  { shape: 'a slot', of: 'uups proxy', claim: 'proxy:eip1967', seen: ['slot'] },
  { shape: 'a value, code and a clone', of: 'clone', claim: 'proxy:eip1167', seen: ['code'] },
  {
    shape: 'code that a registry names',
    of: 'weth',
    claim: 'asset:wrapped_native',
    seen: ['code'],
    unseen: ['binding'],
  },
  { shape: 'a recorded read', of: 'vault', claim: 'asset:erc4626', seen: ['code', 'log', 'read'] },
  { shape: 'a read and an imitation', of: 'wide weth', claim: 'risk:impersonates_asset', seen: ['read'] },
  {
    shape: 'a family of several',
    of: 'v2 pair',
    claim: 'role:dex_pool',
    seen: ['log'],
    unseen: ['frame', 'binding'],
  },
  { shape: 'a header', of: 'proposer-1', claim: 'role:fee_recipient', seen: ['header'] },
  { shape: 'a key', of: 'safe of three', claim: 'relation:safe_owner', counterpart: 'dave', seen: ['log'] },
  {
    shape: 'a frame',
    of: 'clone',
    claim: 'relation:created_by',
    counterpart: 'clone factory',
    seen: [],
    unseen: ['frame'],
  },
  {
    shape: 'several names',
    of: 'alice',
    claim: 'identity:ens_primary_name',
    seen: ['log'],
    unseen: ['binding'],
  },
  {
    shape: 'a call with its log',
    of: 'mixer router',
    claim: 'relation:mixer_deposit',
    counterpart: 'mixer',
    seen: ['log'],
    unseen: ['frame'],
  },
];

describe('proofs, recomputed by a script that shares no code with the service', () => {
  const demo = useDemo();

  const proofOf = async ({ of, claim, counterpart }: Shape): Promise<Record<string, unknown>> => {
    const path =
      counterpart === undefined ? `attributes/${claim}` : `relations/${claim}/${demo.at(counterpart)}`;
    const { status, json } = await demo.get(`addresses/${demo.at(of)}/${path}/proof`);
    expect([of, status]).toEqual([of, 200]);
    return json.data;
  };

  const judged = (proof: object) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT, '--rpc', demo.nodeUrl], {
      input: JSON.stringify(proof),
      encoding: 'utf8',
    });
    if (stderr !== '') throw new Error(stderr);
    return { status, findings: stdout.trim().split('\n') };
  };

  /** Kinds of the evidence found so. */
  const kinds = (findings: readonly string[], how: string) =>
    [...new Set(findings.flatMap((line) => new RegExp(`^${how} (\\w+):`).exec(line)?.[1] ?? []))].sort();

  it.each(SHAPES)('with $shape', async (shape) => {
    const proof = await proofOf(shape);
    const { status, findings } = judged(proof);
    expect(findings[0]).toBe(`ok hash ${proof.proofHash}`);
    expect(findings.filter((line) => line.startsWith('wrong'))).toEqual([]);
    expect(status).toBe(0);
    expect(kinds(findings, 'ok')).toEqual(shape.seen);
    expect(kinds(findings, 'unseen')).toEqual([...(shape.unseen ?? [])].sort());
  });

  it('and found out when they say something else', async () => {
    const proof = await proofOf({ shape: '', of: 'uups proxy', claim: 'proxy:eip1967', seen: [] });
    const forged = judged({ ...proof, referenceBlock: (proof.referenceBlock as number) - 1 });
    expect(forged.status).toBe(1);
    expect(forged.findings[0]).toMatch(/^wrong hash /);
    expect(forged.findings).toContainEqual(expect.stringMatching(/^wrong reference block /));
  });

  it('and found out when they cite what is not there', async () => {
    const proof = await proofOf({ shape: '', of: 'uups proxy', claim: 'proxy:eip1967', seen: [] });
    const [slot] = proof.sourceEvidenceRefs as string[];
    const elsewhere = slot!.replace(/0x[0-9a-f]{40}:/, `${demo.at('weth')}:`);
    const text = JSON.stringify(proof).replaceAll(slot!, elsewhere);
    const { status, findings } = judged(JSON.parse(text) as object);
    expect(status).toBe(1);
    expect(findings).toContainEqual(expect.stringMatching(/^wrong slot:/));
  });
});
