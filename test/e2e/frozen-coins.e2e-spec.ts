import { describe, expect, it } from '@jest/globals';
import { published } from '../../src/verifier/published.js';
import { verifyBundle } from '../../src/verifier/verify-bundle.js';
import { useDemo } from './fixture/use-demo.js';

describe('an address that issuers of coins freeze', () => {
  const demo = useDemo();
  const block = (label: string) => demo.transaction(label).block;
  /** What screening finds of freezes, as `id=value` for each address. */
  const screened = async (names: readonly string[], at: number) => {
    const addresses = names.map((name) => demo.at(name)).join(',');
    const { json } = await demo.get(`screening?addresses=${addresses}&block=${at}`);
    return json.data.addresses.map(({ risks }: { risks: { attributeId: string; value?: string }[] }) =>
      risks.filter(({ attributeId }) => attributeId === 'risk:frozen_by_issuer').map(({ value }) => value),
    );
  };
  /** The values of proofs that the coins freeze an address; undefined for each that does not. */
  const frozenBy = (name: string, at: number) =>
    Promise.all(
      ['first coin', 'second coin', 'unlisted coin'].map(async (coin) => {
        const relation = `relations/relation:frozen_by/${demo.at(coin)}`;
        const { json } = await demo.get(`addresses/${demo.at(name)}/${relation}/proof?block=${at}`);
        return json.data?.value;
      }),
    );

  it('is screened with the coin that froze it first, until that lets it go', async () => {
    const [frozen, released] = [block('coin frozen'), block('coin unfrozen')];
    expect(await screened(['mallory', 'dave'], frozen - 1)).toEqual([[], []]);
    expect(await screened(['mallory', 'dave'], frozen)).toEqual([['dPAY'], ['dPAY']]);
    expect(await screened(['mallory', 'dave'], released - 1)).toEqual([['dPAY'], ['dPAY']]);
    expect(await screened(['mallory', 'dave'], released)).toEqual([['dPAY'], []]);
  });

  it('has bundles that do not show that no other coin froze it before', async () => {
    const { json } = await demo.get(
      `addresses/${demo.at('mallory')}/attributes/risk:frozen_by_issuer/proof/bundle`,
    );
    const found = await verifyBundle(json.data.bundle, published());
    expect(found).toMatchObject({ outcome: 'verified' });
    expect('attested' in found && found.attested.map(({ kind }) => kind)).toContain('first');
  });

  it('points to each coin that refuses it', async () => {
    const released = block('coin unfrozen');
    expect(await frozenBy('mallory', block('coin frozen'))).toEqual(['dPAY', undefined, undefined]);
    expect(await frozenBy('mallory', released)).toEqual(['dPAY', 'dTRUE', undefined]);
    expect(await frozenBy('dave', released - 1)).toEqual(['dPAY', 'dTRUE', undefined]);
    expect(await frozenBy('dave', released)).toEqual([undefined, undefined, undefined]);
  });

  it('is none whom only a coin froze that no registry names, though it has the code of one that is', async () => {
    expect(await screened(['erin'], block('coin unfrozen'))).toEqual([[]]);
    expect(await frozenBy('erin', block('coin unfrozen'))).toEqual([undefined, undefined, undefined]);
  });
});
