import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import { useDemo } from './fixture/use-demo.js';

const forwarded = (body: object) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

const SCRIPT = join(process.cwd(), 'scripts', 'recompute-proof.mjs');

interface Shape {
  /** What distinguishes this proof from the others. */
  readonly shape: string;
  readonly of: string;
  readonly claim: string;
  /** Name of the counterpart of a relation. */
  readonly counterpart?: string;
  /** Kinds of evidence that the script looks up at the node, and kinds that it cannot look up. */
  readonly seen: readonly string[];
  readonly unseen?: readonly string[];
}

/** Proofs of different shapes, by name of an address of the demo chain. */
const SHAPES: readonly Shape[] = [
  { shape: 'a transaction and a control', of: 'alice', claim: 'address_nature:eoa', seen: ['tx'] },
  { shape: 'code', of: 'weth', claim: 'address_nature:contract', seen: ['code'] },
  { shape: 'a log, a dependency and two controls', of: 'plain token', claim: 'asset:erc20', seen: ['log'] },
  {
    shape: 'a slot, and a dependency that is executed',
    of: 'transparent proxy',
    claim: 'relation:proxy_admin',
    counterpart: 'proxy admin',
    seen: ['slot'],
  },
  {
    shape: 'a slot and a delegation',
    of: 'uups proxy',
    claim: 'proxy:eip1967',
    seen: ['slot'],
    unseen: ['delegation'],
  },
  { shape: 'a value, code and a clone', of: 'clone', claim: 'proxy:eip1167', seen: ['code'] },
  {
    shape: 'code that a registry names',
    of: 'weth',
    claim: 'asset:wrapped_native',
    seen: ['code'],
    unseen: ['binding'],
  },
  { shape: 'code and a call', of: 'vault', claim: 'asset:erc4626', seen: ['code', 'view'] },
  {
    shape: 'a text and an imitation',
    of: 'wide weth',
    claim: 'risk:impersonates_asset',
    seen: ['log', 'view'],
  },
  {
    shape: 'a family of several',
    of: 'v2 pair',
    claim: 'role:dex_pool',
    seen: ['code', 'view'],
    unseen: ['binding'],
  },
  { shape: 'a header', of: 'proposer-1', claim: 'role:fee_recipient', seen: ['header'] },
  {
    shape: 'an element of what a call returns',
    of: 'safe of three',
    claim: 'relation:safe_owner',
    counterpart: 'dave',
    seen: ['view'],
  },
  {
    shape: 'a frame',
    of: 'clone',
    claim: 'relation:created_by',
    counterpart: 'clone factory',
    seen: [],
    unseen: ['frame'],
  },
  {
    shape: 'a contract that came and went within one transaction',
    of: 'short-lived',
    claim: 'address_nature:selfdestructed',
    seen: ['code'],
    unseen: ['code'],
  },
  {
    shape: 'two contracts, the first of which lived within one transaction',
    of: 'shape-shifter',
    claim: 'address_nature:redeployed',
    seen: ['code'],
    unseen: ['code'],
  },
  {
    shape: 'a log, and calls of several contracts',
    of: 'alice',
    claim: 'identity:ens_primary_name',
    seen: ['log', 'view'],
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

  /** In a separate process that does not block this one, which may run the node of the demo. */
  const evaluated = async (proof: object, nodeUrl = demo.nodeUrl) => {
    const child = spawn(process.execPath, [SCRIPT, '--rpc', nodeUrl]);
    child.stdin.end(JSON.stringify(proof));
    const [stdout, stderr, [status]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    if (stderr !== '') throw new Error(stderr);
    return { status, findings: stdout.trim().split('\n') };
  };

  /** @param alter gives the answer of a node that answers otherwise than the demo's; undefined where it does not */
  const evaluatedBy = async (
    proof: object,
    alter: (asked: { readonly method: string }, answer: { readonly result?: unknown }) => object | undefined,
  ) => {
    const node = createServer(async (request, response) => {
      const asked = JSON.parse(await text(request)) as { id: number; method: string };
      const answer = (await (await fetch(demo.nodeUrl, forwarded(asked))).json()) as { result?: unknown };
      response.end(JSON.stringify({ id: asked.id, ...(alter(asked, answer) ?? answer) }));
    }).listen(0);
    try {
      return await evaluated(proof, `http://127.0.0.1:${(node.address() as AddressInfo).port}`);
    } finally {
      node.close();
    }
  };

  /** Kinds of evidence with this finding. */
  const kinds = (findings: readonly string[], how: string) =>
    [...new Set(findings.flatMap((line) => new RegExp(`^${how} (\\w+):`).exec(line)?.[1] ?? []))].sort();

  it.each(SHAPES)('are confirmed for a proof with $shape', async (shape) => {
    const proof = await proofOf(shape);
    const { status, findings } = await evaluated(proof);
    expect(findings[0]).toBe(`ok hash ${proof.proofHash}`);
    expect(findings.filter((line) => line.startsWith('wrong'))).toEqual([]);
    expect(status).toBe(0);
    expect(kinds(findings, 'ok')).toEqual(shape.seen);
    expect(kinds(findings, 'unseen')).toEqual([...(shape.unseen ?? [])].sort());
  });

  it.each(['{"error":{"code":"bad_request"}}', '', 'null'])(
    'are refused if the input is no proof: %s',
    (input) => {
      const { status, stderr } = spawnSync(process.execPath, [SCRIPT], { input, encoding: 'utf8' });
      expect([status, stderr]).toEqual([2, `this is no proof: ${input}\n`]);
    },
  );

  it('are refuted if they are altered', async () => {
    const proof = await proofOf({ shape: '', of: 'uups proxy', claim: 'proxy:eip1967', seen: [] });
    const forged = await evaluated({ ...proof, referenceBlock: (proof.referenceBlock as number) - 1 });
    expect(forged.status).toBe(1);
    expect(forged.findings[0]).toMatch(/^wrong hash /);
    expect(forged.findings).toContainEqual(expect.stringMatching(/^wrong reference block /));
  });

  it('are refuted if they call an existing contract destroyed', async () => {
    const proof = await proofOf({
      shape: '',
      of: 'short-lived',
      claim: 'address_nature:selfdestructed',
      seen: [],
    });
    const moved = JSON.stringify(proof).replaceAll(demo.at('short-lived'), demo.at('weth'));
    const { status, findings } = await evaluated(JSON.parse(moved) as object);
    expect(status).toBe(1);
    expect(findings).toContainEqual(expect.stringMatching(/^wrong code:.* a contract is there/));
  });

  it('are unchecked, not refuted, at evidence whose state the node no longer has', async () => {
    const proof = await proofOf({ shape: '', of: 'uups proxy', claim: 'proxy:eip1967', seen: [] });
    const { status, findings } = await evaluatedBy(proof, ({ method }) =>
      method === 'eth_getStorageAt' || method === 'eth_getCode'
        ? { error: { message: 'missing trie node' } }
        : undefined,
    );
    expect(findings).toContainEqual(
      expect.stringMatching(/^unseen slot:.* eth_getStorageAt: missing trie node/),
    );
    expect(status).toBe(0);
  });

  it('are refuted if the node knows their blocks, and has others in their place', async () => {
    const proof = await proofOf({ shape: '', of: 'plain token', claim: 'asset:erc20', seen: [] });
    const { status, findings } = await evaluatedBy(proof, ({ method }, answer) =>
      method === 'eth_getBlockByNumber'
        ? { result: { ...(answer.result as object), hash: `0x${'ab'.repeat(32)}` } }
        : undefined,
    );
    expect(status).toBe(1);
    expect(findings).toContainEqual(
      `wrong reference block ${proof.referenceBlock} not on the chain of the node`,
    );
    expect(findings).toContainEqual(expect.stringMatching(/^wrong log:.* not on the chain of the node$/));
  });

  it('are refuted if a call returns another number that has the same digits', async () => {
    const proof = await proofOf({
      ...{ shape: '', of: 'warded', claim: 'relation:ward', counterpart: 'alice' },
      seen: [],
    });
    // The contract would call everybody a ward: nobody, too.
    const yes = `0x${'1'.padStart(64, '0')}`;
    const { status, findings } = await evaluatedBy(proof, ({ method }) =>
      method === 'eth_call' ? { result: yes } : undefined,
    );
    expect(findings).toContainEqual(expect.stringMatching(new RegExp(`^ok view:.* ${yes}$`)));
    expect(findings).toContainEqual(expect.stringMatching(new RegExp(`^wrong view:.* ${yes}$`)));
    expect(status).toBe(1);
  });

  it('are unchecked at a transaction of somebody else with authorizations', async () => {
    const proof = await proofOf({ shape: '', of: 'alice', claim: 'address_nature:eoa', seen: [] });
    const asked = await evaluatedBy(proof, ({ method }, answer) =>
      method === 'eth_getTransactionByHash'
        ? { result: { ...(answer.result as object), from: demo.at('weth'), authorizationList: [{}] } }
        : undefined,
    );
    expect(kinds(asked.findings, 'ok')).not.toContain('tx');
    expect(kinds(asked.findings, 'unseen')).toContain('tx');
    expect(asked.status).toBe(0);
  });

  it('are refuted if they cite evidence that does not exist', async () => {
    const proof = await proofOf({ shape: '', of: 'uups proxy', claim: 'proxy:eip1967', seen: [] });
    const slot = (proof.sourceEvidenceRefs as string[]).find((ref) => ref.startsWith('slot:'));
    const elsewhere = slot!.replace(/0x[0-9a-f]{40}:/, `${demo.at('weth')}:`);
    const moved = JSON.stringify(proof).replaceAll(slot!, elsewhere);
    const { status, findings } = await evaluated(JSON.parse(moved) as object);
    expect(status).toBe(1);
    expect(findings).toContainEqual(expect.stringMatching(/^wrong slot:/));
  });
});
