import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { useDemo } from './fixture/use-demo.js';

// biome-ignore lint/suspicious/noExplicitAny: records are looked at by field
type Proof = any;

const NOT_HASHED = ['proofHash', 'evaluatedAt', 'graphRevision', 'snapshotId'];

/** RFC 8785 for the content of proofs: only whole numbers, and no text whose escapes are ambiguous. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, one]) => `${JSON.stringify(key)}:${canonical(one)}`).join(',')}}`;
}

describe('proofs of the demo chain', () => {
  const demo = useDemo();
  const proofOf = async (name: string, claim: string, query = ''): Promise<Proof> => {
    const { status, json } = await demo.get(`addresses/${demo.at(name)}/${claim}/proof${query}`);
    expect(status).toBe(200);
    return json.data;
  };
  const everyProof = async (): Promise<Proof[]> => {
    const proofs = [
      await proofOf('whale', 'attributes/address_nature:eoa'),
      await proofOf('safe of three', `relations/relation:safe_owner/${demo.at('dave')}`),
    ];
    for (const name of ['dollar', 'v2 pair', 'smart account', 'fake usdc', 'reborn', 'renounced']) {
      const { attributes } = (await demo.get(`addresses/${demo.at(name)}/attributes`)).json.data;
      for (const id of attributes) proofs.push(await proofOf(name, `attributes/${id}`));
    }
    return proofs;
  };

  it('R-246, R-248: have the hash of their content, and the time of their evaluation', async () => {
    for (const proof of await everyProof()) {
      const hashed = Object.fromEntries(Object.entries(proof).filter(([key]) => !NOT_HASHED.includes(key)));
      const hash = createHash('sha256').update(canonical(hashed)).digest('hex');
      expect(proof.proofHash).toBe(`sha256:${hash}`);
      expect(String(proof.evaluatedAt)).toMatch(/^[0-9]{10}$/);
    }
  });

  it('R-245, R-247, R-321: state operator, expectation and observation of each comparison, and none failed', async () => {
    const stating = new Set(['absent', 'not_in', 'neq', 'selectors_none', 'instructions_none']);
    for (const proof of await everyProof()) {
      expect(proof).toMatchObject({ result: 'pass', failureReasonCodes: [] });
      expect(proof.factResults.length).toBeGreaterThan(0);
      for (const fact of [...proof.factResults, ...proof.negativeControlResults])
        expect(fact).toEqual(
          expect.objectContaining({ id: expect.any(String), operator: expect.any(String) }),
        );
      for (const fact of proof.factResults) {
        expect(fact).toHaveProperty('expected');
        expect(fact).toHaveProperty('observed');
      }
      for (const control of proof.negativeControlResults) {
        expect(stating).toContain(control.operator);
        if (control.operator === 'absent')
          expect([control.expected, control.observed]).toEqual(['absent', 'absent']);
      }
    }
  });

  it('R-249, R-310: are found by their hash, and so are the proofs that they depend on', async () => {
    for (const proof of await everyProof()) {
      expect((await demo.get(`proofs/${proof.proofHash}`)).json.data).toEqual(proof);
      for (const hash of proof.dependencyProofRefs) {
        const { status, json } = await demo.get(`proofs/${hash}`);
        expect(status).toBe(200);
        expect(json.data.proofHash).toBe(hash);
      }
    }
  });

  it('have as reference block the newest block in which anything that they depend on began', async () => {
    const { block } = demo.transaction('deploy dollar');
    const contract = await proofOf('dollar', 'attributes/address_nature:contract');
    expect(contract.referenceBlock).toBe(block);
    const pausable = await proofOf('dollar', 'attributes/token:pausable');
    expect(pausable.referenceBlock).toBeGreaterThanOrEqual(contract.referenceBlock);
    const found = (await demo.get(`blocks/${pausable.referenceBlock}`)).json.data;
    expect(pausable.referenceBlockHash).toBe(found.hash);
  });

  it('of a list name the version of the list that was valid', async () => {
    const sanctioned = await proofOf(
      'ivan',
      'attributes/risk:sanctioned_ofac',
      `?block=${demo.firstBlock + 150}`,
    );
    expect(sanctioned.bindingVersions).toEqual({ 'ofac-sanctions': '1.0.0' });
    const { status } = await demo.get(`addresses/${demo.at('ivan')}/attributes/risk:sanctioned_ofac/proof`);
    expect(status).toBe(404);
  });

  it('R-025: that do not exist are refused for a claim in other words than for a definition', async () => {
    const refused = async (path: string) => {
      const { status, json } = await demo.get(`addresses/${demo.at('whale')}/${path}/proof`);
      return [status, json.error];
    };
    const unproven = [404, { code: 'not_found', message: expect.stringMatching(/claim is not proven/) }];
    const unknown = [404, { code: 'not_found', message: expect.stringMatching(/no such definition/) }];
    const dollar = demo.at('dollar');
    expect(await refused('attributes/asset:erc20')).toEqual(unproven);
    expect(await refused(`relations/relation:owned_by/${dollar}`)).toEqual(unproven);
    for (const path of [
      'attributes/asset:nothing',
      'attributes/relation:owned_by',
      `relations/relation:nothing/${dollar}`,
    ])
      expect(await refused(path)).toEqual(unknown);
  });

  it('R-308: are about claims of a listed definition, in its version', async () => {
    const { definitions } = (await demo.get('definitions')).json.data;
    const versions = new Map(
      definitions.map(({ id, currentVersion }: Proof) => [id, currentVersion.version]),
    );
    for (const { attributeId, definitionVersion } of await everyProof())
      expect(versions.get(attributeId)).toBe(definitionVersion);
    for (const [id, version] of versions) {
      const { status, json } = await demo.get(`definitions/${id}`);
      expect(status).toBe(200);
      expect(json.data.versions[0].version).toBe(version);
    }
  });
});
