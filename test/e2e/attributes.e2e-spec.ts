import { describe, expect, it } from '@jest/globals';
import { addressOf, hex } from './fixture/bytes.js';
import { FAILOVER, FIRST, GAP, LAST, STORY, UNKNOWN_STATE } from './fixture/claim-story.js';
import { proofHashOf, storeClaims } from './fixture/store-claims.js';
import { useService } from './fixture/use-service.js';

const at = (name: string) => hex(addressOf(name));

describe('attributes', () => {
  const service = useService({ firstBlock: FIRST, fill: (pool) => storeClaims(pool, STORY) });
  const ask = (name: string, path = '') => service.get(`addresses/${at(name)}/attributes${path}`);
  const data = async (name: string, path = '') => (await ask(name, path)).json.data;

  it('R-219, R-220: are the ids of proven claims; an unknown address has none', async () => {
    expect(await data('proxy')).toMatchObject({
      entity: at('proxy'),
      attributes: ['address_nature:contract', 'derived:account_type:proxy', 'proxy:eip1967'],
    });
    const reply = await ask('nobody');
    expect(reply.status).toBe(200);
    expect(reply.json.data).toMatchObject({ attributes: [], attributeDetails: [] });
  });

  it('R-221, R-222: have one detail each, in their order, and all checks passed', async () => {
    const { attributes, attributeDetails } = await data('proxy');
    expect(attributeDetails.map((detail: { attributeId: string }) => detail.attributeId)).toEqual(attributes);
    for (const { result } of attributeDetails) expect(result).toBe('pass');
  });

  it('R-223, R-320: state the reference block of the proof that carries them', async () => {
    const { attributeDetails } = await data('proxy');
    for (const { attributeId, referenceBlock } of attributeDetails) {
      const proof = await data('proxy', `/${attributeId}/proof`);
      expect(referenceBlock).toBe(proof.referenceBlock);
    }
    expect(
      new Set(attributeDetails.map((detail: { referenceBlock: number }) => detail.referenceBlock)).size,
    ).toBe(3);
  });

  it('R-225: come in pages of the same rows', async () => {
    const { attributeDetails } = await data('proxy');
    const first = await data('proxy', '/page?limit=2');
    expect(first.attributes).toEqual(attributeDetails.slice(0, 2));
    const rest = await data('proxy', `/page?limit=2&cursor=${first.nextCursor}`);
    expect(rest.attributes).toEqual(attributeDetails.slice(2));
    expect(rest).not.toHaveProperty('nextCursor');
  });

  it('R-226, R-228: at a block are those held there, with that block and the coverage of claims', async () => {
    const there = await data('signer', '/at/315');
    expect(there).toMatchObject({ block: 315, coverageBlock: LAST });
    for (const { startBlock, endBlock = LAST } of there.intervals) {
      expect(startBlock).toBeLessThanOrEqual(315);
      expect(endBlock).toBeGreaterThanOrEqual(315);
    }
    expect(there.intervals).toContainEqual({
      attributeId: 'identity:ens_name',
      startBlock: 310,
      endBlock: 319,
      value: 'alice.eth',
    });
  });

  it('R-227: are refused at a block after the coverage or in a gap', async () => {
    expect((await ask('signer', `/at/${LAST}`)).status).toBe(200);
    const past = await ask('signer', `/at/${LAST + 1}`);
    expect([past.status, past.json.error.code]).toEqual([422, 'block_not_available']);
    for (const block of [GAP.fromBlock, GAP.toBlock]) {
      const { status, json } = await ask('signer', `/at/${block}`);
      expect([status, json.error.details.reason]).toEqual([422, 'coverage_gap']);
    }
  });

  it('R-229: at a block are only those of families that are covered for the address', async () => {
    const { coveredFamilies, intervals } = await data('proxy', `/at/${UNKNOWN_STATE.fromBlock}`);
    expect(coveredFamilies).toEqual(['identity', 'role']);
    expect(intervals).toEqual([]);
    expect((await data('opaque', '/at/310')).coveredFamilies).not.toContain('address_nature');
    expect((await data('opaque', '/at/350')).coveredFamilies).toContain('address_nature');
  });

  it('R-230: at a block come with whether anything is recorded about the address', async () => {
    expect(await data('nobody', '/at/310')).toMatchObject({ addressKnown: false, intervals: [] });
    expect(await data('signer', '/at/301')).toMatchObject({ addressKnown: true });
  });

  it('R-231, R-232: in the history ascend by start and id, up to the limit', async () => {
    const { intervals, truncated } = await data('signer', '/history');
    expect(truncated).toBe(false);
    const keys = intervals.map(({ startBlock, attributeId }: { startBlock: number; attributeId: string }) => [
      startBlock,
      attributeId,
    ]);
    expect(keys).toEqual([
      [120, 'address_nature:eoa'],
      [300, 'address_nature:eoa'],
      [310, 'identity:ens_name'],
      [320, 'identity:ens_name'],
    ]);
    expect(await data('signer', '/history?limit=1')).toMatchObject({
      truncated: true,
      intervals: intervals.slice(0, 1),
    });
    expect(await data('signer', '/history?limit=4')).toMatchObject({ truncated: false });
  });

  it('R-233: in the history have no end while they hold', async () => {
    const { intervals } = await data('signer', '/history');
    expect(intervals[0]).toEqual({ attributeId: 'address_nature:eoa', startBlock: 120, endBlock: 199 });
    expect(intervals[1]).toEqual({ attributeId: 'address_nature:eoa', startBlock: 300 });
  });

  it('R-234: begin with the first covered block in which they held', async () => {
    const { intervals } = await data('late', '/history');
    expect(intervals).toContainEqual({ attributeId: 'address_nature:eoa', startBlock: 342 });
    expect((await data('late', '/at/342')).intervals).toContainEqual(intervals.at(-1));
    expect((await data('late', '/at/341')).intervals).not.toContainEqual(intervals.at(-1));
  });

  it('R-311, R-243: have the proof that carried them at a block, or carries them now', async () => {
    const [first, second] = FAILOVER;
    const proof = (block = '') => data('proxy', `/proxy:eip1967/proof${block}`);
    expect(await proof('?block=355')).toMatchObject({
      proofHash: proofHashOf(first!),
      selectedFamilyId: 'first',
    });
    expect(await proof()).toMatchObject({ proofHash: proofHashOf(second!), selectedFamilyId: 'second' });
    expect((await ask('signer', '/identity:ens_name/proof')).status).toBe(404);
    expect((await ask('signer', '/identity:ens_name/proof?block=325')).json.data.value).toBe('bob.eth');
    const past = await ask('proxy', `/proxy:eip1967/proof?block=${LAST + 1}`);
    expect([past.status, past.json.error.code]).toEqual([422, 'block_not_available']);
    const gap = await ask('proxy', `/proxy:eip1967/proof?block=${UNKNOWN_STATE.fromBlock}`);
    expect([gap.status, gap.json.error.details.reason]).toEqual([422, 'coverage_gap']);
  });
});
