import { describe, expect, it } from '@jest/globals';
import { useDemo } from './fixture/use-demo.js';

describe('explanations over HTTP', () => {
  const demo = useDemo();
  const explain = async (name: string, claim: string, query = '') => {
    const { status, json } = await demo.get(`addresses/${demo.at(name)}/${claim}/explain${query}`);
    expect([name, claim, status]).toEqual([name, claim, 200]);
    return json.data;
  };

  it('say why an attribute holds, with the proof that carries it', async () => {
    const found = await explain('dollar', 'attributes/token:pausable', '?block=25000100');
    const path = `addresses/${demo.at('dollar')}/attributes/token:pausable/proof?block=25000100`;
    const { proofHash, definitionVersion, selectedFamilyId, factResults } = (await demo.get(path)).json.data;
    expect(found).toMatchObject({ answer: 'proven', block: 25_000_100, definitionVersion, missing: [] });
    expect(found).not.toHaveProperty('reason');
    expect(found.proofs).toEqual([{ proofHash }]);
    const way = found.ways.find(({ familyId }: { familyId: string }) => familyId === selectedFamilyId);
    expect(way.outcome).toBe('holds');
    const observed = new Map(
      way.checks.map(({ id, observed }: { id: string; observed: unknown }) => [id, observed]),
    );
    for (const fact of factResults)
      expect([fact.id, observed.get(fact.id)]).toEqual([fact.id, fact.observed]);
  });

  it('say why an attribute does not hold: in no family do all comparisons pass', async () => {
    const found = await explain('whale', 'attributes/asset:erc20');
    expect(found).toMatchObject({ answer: 'not_proven', proofs: [], missing: [] });
    expect(found.ways.length).toBeGreaterThan(0);
    for (const { outcome } of found.ways) expect(outcome).toBe('fails');
  });

  it('agree with proofs: proven if there is one, else not proven', async () => {
    const { definitions } = (await demo.get('definitions')).json.data;
    for (const name of ['dollar', 'safe of three', 'ivan'])
      for (const { id, kind } of definitions.filter((one: { kind: string }) => one.kind === 'attribute')) {
        const { status } = await demo.get(`addresses/${demo.at(name)}/${kind}s/${id}/proof`);
        const { answer } = await explain(name, `${kind}s/${id}`);
        expect([name, id, answer]).toEqual([name, id, status === 200 ? 'proven' : 'not_proven']);
      }
  });

  it('of a relation concern one counterpart, or any', async () => {
    const owner = (counterpart: string) =>
      explain('safe of three', 'relations/relation:safe_owner', counterpart && `?counterpart=${counterpart}`);
    const any = await owner('');
    expect([any.answer, any.proofs.length]).toEqual(['proven', 2]);
    const dave = await owner(demo.at('dave'));
    expect(dave.proofs).toEqual(
      any.proofs.filter(({ object }: { object: string }) => object === demo.at('dave')),
    );
    expect(dave).toMatchObject({ answer: 'proven', object: demo.at('dave') });
    expect(await owner(demo.at('whale'))).toMatchObject({ answer: 'not_proven', proofs: [] });
  });

  it('are refused for unknown blocks and definitions, and for invalid addresses', async () => {
    const whale = demo.at('whale');
    const refused = async (path: string) => {
      const { status, json } = await demo.get(`addresses/${whale}/${path}`);
      return [status, json.error.details?.reason ?? json.error.code];
    };
    expect(await refused('attributes/asset:nothing/explain')).toEqual([404, 'not_found']);
    expect(await refused('attributes/relation:owned_by/explain')).toEqual([404, 'not_found']);
    expect(await refused('attributes/asset:erc20/explain?block=99000000')).toEqual([422, 'beyond_coverage']);
    expect(await refused('relations/relation:owned_by/explain?counterpart=0x12')).toEqual([
      400,
      'address_invalid',
    ]);
    expect(await refused('relations/relation:owned_by/explain?counterpart=')).toEqual([
      400,
      'address_invalid',
    ]);
  });
});
