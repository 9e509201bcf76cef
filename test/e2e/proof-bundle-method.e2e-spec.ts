import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { digestText } from '../../src/domain/canonical/canonical-json.js';
import { parseRef } from '../../src/domain/chain/record/evidence-ref.js';
import type { Bundle } from '../../src/verifier/bundle/bundle.schema.js';
import { writeBundle } from '../../src/verifier/bundle/read-bundle.js';
import { published } from '../../src/verifier/published.js';
import { verifyBundle } from '../../src/verifier/verify-bundle.js';
import { ask } from './fixture/ask.js';
import { useDemo } from './fixture/use-demo.js';

describe('the bundle of a proof over HTTP', () => {
  const demo = useDemo();
  const bundleOf = async (name: string, claim: string, query = '') => {
    const { status, json } = await demo.get(`addresses/${demo.at(name)}/${claim}/proof/bundle${query}`);
    expect([name, claim, status]).toEqual([name, claim, 200]);
    const verified = await verifyBundle(json.data.bundle, published());
    if (verified.outcome !== 'verified') throw new Error(`${claim} of ${name}: ${verified.outcome}`);
    return { data: json.data, meta: json.meta, verified };
  };

  it.each([
    ['dollar', 'attributes/token:pausable', '?block=25000040'],
    ['dollar', 'attributes/asset:erc20', ''],
    ['whale', 'attributes/address_nature:eoa', ''],
  ])(
    'of %s, %s%s is of that claim at that block, and verifies with nothing but its text',
    async (name, claim, query) => {
      const { data, meta, verified } = await bundleOf(name, claim, query);
      const { proofHash } = (await demo.get(`addresses/${demo.at(name)}/${claim}/proof${query}`)).json.data;
      const block = query === '' ? meta.asOfBlock : 25_000_040;
      const { bundle } = verified;
      expect([bundle.proof, bundle.block, meta.asOfBlock]).toEqual([proofHash, block, block]);
      expect(bundle.proofs[bundle.proof]).toMatchObject({
        subject: demo.at(name),
        attributeId: claim.split('/')[1],
      });
      const { bundle: text, ...beside } = data;
      expect(beside).toEqual({
        chainId: 1,
        subject: demo.at(name),
        attributeId: claim.split('/')[1],
        block,
        proofHash,
        bundleHash: digestText(text),
      });
    },
  );

  it('of a relation names its object', async () => {
    const claim = `relations/relation:safe_owner/${demo.at('dave')}`;
    const { data, verified } = await bundleOf('safe of three', claim);
    expect(data.object).toBe(demo.at('dave'));
    expect(verified.bundle.proofs[data.proofHash]?.object).toBe(demo.at('dave'));
  });

  it('of an owner executes owner() at the block of its evidence and at the newest one', async () => {
    const claim = `relations/relation:owned_by/${demo.at('issuer')}`;
    const { verified } = await bundleOf('dollar', claim);
    const { bundle, supports, attested } = verified;
    const [ref] = bundle.proofs[bundle.proof]!.sourceEvidenceRefs.filter((one) => one.startsWith('view:'));
    expect(supports.get(ref!)).toBe('executed');
    expect(Object.keys(bundle.views!.results)).toHaveLength(2);
    expect(attested.filter(({ about }) => about === ref)).toEqual([]);
    const forged = async (lie: (copy: Bundle) => void) => {
      const copy = structuredClone(bundle);
      lie(copy);
      return verifyBundle(writeBundle(copy), published());
    };
    const atEnd = Object.keys(bundle.views!.results).find((one) => one !== ref)!;
    const other = `0x${demo.at('whale').slice(2).padStart(64, '0')}` as const;
    expect(await forged(({ views }) => (views!.results[atEnd]!.output = other))).toMatchObject({
      ...{ level: 3, place: atEnd, reason: 'it gives another output' },
    });
    const { blockHash } = parseRef(atEnd)!;
    expect(await forged(({ blocks }) => delete blocks[blockHash]!.witness)).toMatchObject({
      ...{ level: 3, place: atEnd, reason: 'its block has no witness' },
    });
    expect(await forged(({ views }) => delete views!.results[atEnd])).toMatchObject({ level: 3 });
  });

  it('matches the schema that the service publishes, as bundles of view calls do', async () => {
    const ajv = new Ajv2020({ strict: false });
    const published = async (name: string) => {
      const { status, headers, json } = await ask(demo.url, `/schemas/${name}.json`);
      expect([status, headers['content-type']]).toEqual([200, 'application/schema+json; charset=utf-8']);
      return ajv.compile(json);
    };
    const isBundle = await published('bundle');
    for (const claim of [`relations/relation:owned_by/${demo.at('issuer')}`, 'attributes/asset:erc20']) {
      const { verified } = await bundleOf('dollar', claim);
      expect([isBundle(verified.bundle), isBundle.errors]).toEqual([true, null]);
    }
    const call = await demo.get(`contracts/${demo.at('dollar')}/call/bundle?data=0x18160ddd`);
    expect((await published('call-bundle'))(JSON.parse(call.json.data.bundle))).toBe(true);
    expect((await ask(demo.url, '/schemas/other.json')).status).toBe(404);
  });

  it('has account proofs of the node for state at the newest block', async () => {
    const { verified } = await bundleOf('dollar', 'attributes/address_nature:contract');
    expect(Object.values(verified.bundle.blocks).some(({ accounts }) => accounts !== undefined)).toBe(true);
  });

  it('is refused like the proof itself', async () => {
    const whale = demo.at('whale');
    for (const path of [
      `addresses/${whale}/attributes/asset:erc20`,
      `addresses/${whale}/attributes/asset:nothing`,
      `addresses/${whale}/relations/relation:owned_by/${whale}`,
    ])
      expect((await demo.get(`${path}/proof/bundle`)).status).toBe(404);
    const later = await demo.get(
      `addresses/${whale}/attributes/address_nature:eoa/proof/bundle?block=99000000`,
    );
    expect([later.status, later.json.error.details.reason]).toEqual([422, 'beyond_coverage']);
    const early = await demo.get(`addresses/${whale}/attributes/address_nature:eoa/proof/bundle?block=1`);
    expect(early.status).toBe(
      (await demo.get(`addresses/${whale}/attributes/address_nature:eoa/proof?block=1`)).status,
    );
  });

  it('is made for a few at a time; others get a 503 with a time to retry, and cached bundles are served at once', async () => {
    const blocks = Array.from({ length: 30 }, (_, index) => demo.head - 40 + index);
    const ask = (block: number) =>
      demo.get(`addresses/${demo.at('dollar')}/attributes/asset:erc20/proof/bundle?block=${block}`);
    const statuses = (await Promise.all(blocks.map(ask))).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(18);
    for (const block of blocks) expect((await ask(block)).status).toBe(200);
  });

  it('is no tool of agents', async () => {
    const { paths } = (await (await fetch(`${demo.url}/openapi.json`)).json()) as {
      paths: Record<string, { get?: Record<string, unknown> }>;
    };
    const methods = Object.entries(paths).filter(([path]) => path.endsWith('/proof/bundle'));
    expect(methods.map(([, { get }]) => [get?.['x-beyond-seed'], get?.['x-mcp-tool']])).toEqual([
      [true, undefined],
      [true, undefined],
    ]);
  });
});
