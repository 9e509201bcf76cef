import { describe, expect, it } from '@jest/globals';
import { useDemo } from './fixture/use-demo.js';

describe('registries', () => {
  const demo = useDemo();

  it('state where and when each version was read, and which definitions use it', async () => {
    const { registries } = (await demo.get('registries')).json.data;
    const ids = registries.map(({ id }: { id: string }) => id);
    expect(ids).toEqual([...ids].sort());
    const ofac = registries.find(({ id }: { id: string }) => id === 'ofac-sanctions');
    expect(ofac).toMatchObject({
      source: expect.stringMatching(/scenario of the demo chain/),
      versions: [
        { version: '1.0.0', retrievedAt: '2026-11-21T00:00:00Z', validFromBlock: 25_000_000 },
        { version: '1.1.0', validFromBlock: 25_000_100 },
        { version: '1.2.0', validFromBlock: 25_000_200 },
      ],
      ...{ entryCount: 2, currentEntryCount: 1, usedBy: ['risk:sanctioned_ofac'] },
    });
    expect((await demo.get('registries/ofac-sanctions')).json.data).toEqual({ chainId: 1, ...ofac });
  });

  it('have the digest that is in bundles', async () => {
    const path = `addresses/${demo.at('mallory')}/attributes/risk:sanctioned_ofac/proof/bundle`;
    const bundle = JSON.parse((await demo.get(path)).json.data.bundle);
    const { digest } = (await demo.get('registries/ofac-sanctions')).json.data;
    expect(bundle.bindings['ofac-sanctions'].digest).toBe(digest);
  });

  it('have pages of entries, including ended ones', async () => {
    const first = (await demo.get('registries/ofac-sanctions/entries?limit=1')).json.data;
    const second = (await demo.get(`registries/ofac-sanctions/entries?limit=1&cursor=${first.nextCursor}`))
      .json.data;
    expect(second).not.toHaveProperty('nextCursor');
    const entries = [...first.entries, ...second.entries];
    expect(entries).toEqual((await demo.get('registries/ofac-sanctions/entries')).json.data.entries);
    expect(entries).toContainEqual({
      key: demo.at('mallory'),
      fromBlock: 25_000_100,
      added: '1.1.0',
      fields: {},
    });
    expect(entries).toContainEqual({
      ...{ key: demo.at('ivan'), fromBlock: 25_000_000, toBlock: 25_000_199 },
      ...{ added: '1.0.0', removed: '1.2.0', fields: {} },
    });
  });

  it('are not found by an unknown id', async () => {
    expect((await demo.get('registries/nothing')).status).toBe(404);
    expect((await demo.get('registries/nothing/entries')).status).toBe(404);
    const { status, json } = await demo.get('registries/No:Id');
    expect([status, json.error.details.reason]).toEqual([400, 'registry_id_invalid']);
  });
});
