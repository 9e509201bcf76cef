import { describe, expect, it } from '@jest/globals';
import { addressOf, hex } from './fixture/bytes.js';
import { CHILDREN, FIRST, IMPLEMENTED, LAST, STORY } from './fixture/claim-story.js';
import { proofHashOf, storeClaims } from './fixture/store-claims.js';
import { useService } from './fixture/use-service.js';

const at = (name: string) => hex(addressOf(name));

interface Row {
  readonly attributeId: string;
  readonly counterpart: string;
  readonly startBlock: number;
  readonly endBlock?: number;
}

describe('relations', () => {
  const service = useService({ firstBlock: FIRST, fill: (pool) => storeClaims(pool, STORY) });
  const ask = (name: string, path = '') => service.get(`addresses/${at(name)}/relations${path}`);
  const data = async (name: string, path = '') => (await ask(name, path)).json.data;
  const keyOf = ({ attributeId, counterpart }: Row) => `${attributeId} ${counterpart}`;

  it('R-235, R-242: are listed from both ends, with a value if they have one', async () => {
    const { direction, relations } = await data('proxy');
    expect(direction).toBe('subject');
    expect(relations).toEqual([
      { attributeId: 'relation:created_by', counterpart: at('factory'), result: 'pass', referenceBlock: 342 },
      {
        attributeId: 'relation:implemented_by',
        counterpart: at('logic'),
        result: 'pass',
        referenceBlock: 350,
        value: 'eip1967,oz_v1',
      },
    ]);
    expect(await data('logic', '?direction=object')).toMatchObject({
      direction: 'object',
      relations: [
        { attributeId: 'relation:implemented_by', counterpart: at('proxy'), value: 'eip1967,oz_v1' },
      ],
    });
    expect(await data('logic')).toMatchObject({ direction: 'subject', relations: [] });
  });

  it('R-059: accept a direction, and no other text', async () => {
    for (const direction of ['both', 'SUBJECT', '']) {
      const { status, json } = await ask('proxy', `?direction=${direction}`);
      expect([status, json.error.details.reason]).toEqual([400, 'direction_invalid']);
    }
  });

  it('R-236, R-237, R-319: ascend by id and counterpart over all pages, each pair once', async () => {
    const rows: Row[] = [];
    let cursor = '';
    do {
      const page = await data('factory', `?direction=object&limit=200${cursor}`);
      rows.push(...page.relations);
      cursor = page.nextCursor === undefined ? '' : `&cursor=${page.nextCursor}`;
    } while (cursor !== '');
    // The gap ends the claims of the first island: whether they held later is not known.
    expect(rows).toHaveLength(CHILDREN + 1);
    const keys = rows.map(keyOf);
    expect(keys).toEqual([...new Set(keys)].sort());
    for (const { attributeId } of rows) expect(attributeId).toMatch(/^relation:[a-z0-9_]+$/);
  });

  it('R-238, R-241: at a block are those with the address as subject, of covered kinds', async () => {
    const { status, json } = await ask('proxy', '/at/350?direction=object');
    expect([status, json.error.details.reason]).toEqual([400, 'unknown_parameter']);
    const there = await data('proxy', '/at/349');
    expect(there).toMatchObject({ block: 349, coverageBlock: LAST });
    expect(there.intervals).toContainEqual({
      attributeId: 'relation:implemented_by',
      counterpart: at('old logic'),
      startBlock: 345,
      endBlock: 349,
    });
    expect(there.coveredFamilies).toEqual(['relation:created_by', 'relation:implemented_by']);
    expect((await data('opaque', '/at/330')).coveredFamilies).toEqual(['relation:created_by']);
  });

  it('R-239, R-240: in the history ascend by start, id and counterpart in either direction, up to the limit', async () => {
    const { intervals, truncated } = await data('factory', '/history?direction=object&limit=1000');
    expect(truncated).toBe(true);
    const keys = intervals.map((row: Row) => `${row.startBlock} ${keyOf(row)}`);
    expect(keys).toEqual([...keys].sort());
    expect(await data('factory', '/history?direction=object&limit=1')).toMatchObject({
      truncated: true,
      intervals: [{ counterpart: at('forgotten'), startBlock: 150, endBlock: 199 }],
    });
    expect((await data('proxy', '/history')).intervals).toHaveLength(3);
  });

  it('R-243, R-244: have proofs that name the counterpart, unlike those of attributes', async () => {
    const path = `/${IMPLEMENTED.id}/${at('logic')}/proof`;
    expect(await data('proxy', path)).toMatchObject({
      subject: at('proxy'),
      object: at('logic'),
      proofHash: proofHashOf(IMPLEMENTED),
    });
    expect((await ask('proxy', `/${IMPLEMENTED.id}/${at('old logic')}/proof`)).status).toBe(404);
    expect((await ask('proxy', `/${IMPLEMENTED.id}/${at('old logic')}/proof?block=349`)).status).toBe(200);
    const attribute = await service.get(`addresses/${at('proxy')}/attributes/proxy:eip1967/proof`);
    expect(attribute.json.data).not.toHaveProperty('object');
  });
});
