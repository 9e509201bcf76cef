import { describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { ClaimsOfManyReader } from '../../src/claims/claims-of-many.reader.js';
import { addressOf, hex } from './fixture/bytes.js';
import { FIRST, LAST, STORY } from './fixture/claim-story.js';
import { post, toolCall } from './fixture/message.js';
import { type SegmentStory, storeClaims } from './fixture/store-claims.js';
import { useService } from './fixture/use-service.js';

/** Most relations of one kind that are read. */
const MOST = 50_000;
const IMPLEMENTED = 'relation:implemented_by';

const at = (name: string) => hex(addressOf(name));
const relationsOf = (subject: string): readonly SegmentStory[] => [
  { id: IMPLEMENTED, subject, object: 'logic', start: 350 },
  { id: 'relation:created_by', subject, object: 'factory', start: 342 },
];

/** Copies the first relation of a subject so many times. */
const more = (pool: Pool, subject: string, count: number, value: string) =>
  pool.query(
    `INSERT INTO proof_segment
     SELECT definition_set, subject, definition, substring(sha256(int4send(n)) FOR 20), start_block, end_block, interval_start, $3,
       reference_block, sha256(subject || int4send(n)), proof, position + n, evaluated_at, template, packed_proof
     FROM proof_segment, generate_series(1, $2::int) n WHERE subject = $1 AND object = $4`,
    [addressOf(subject), count, value, addressOf('logic')],
  );

async function fill(pool: Pool): Promise<void> {
  const subjects = ['crowded', 'too crowded', 'wordy', 'too wordy'];
  await storeClaims(pool, {
    ...STORY,
    segments: [...(STORY.segments ?? []), ...subjects.flatMap(relationsOf)],
  });
  await more(pool, 'crowded', MOST - 1, 'eip1967');
  await more(pool, 'too crowded', MOST, 'eip1967');
  await more(pool, 'wordy', 2, 'x'.repeat(1 << 20));
  await more(pool, 'too wordy', 9, 'x'.repeat(1 << 20));
  await pool.query('ANALYZE proof_segment');
}

describe('the relations of an address with very many', () => {
  const service = useService({ firstBlock: FIRST, fill });
  const target = (name: string) => `addresses/${at(name)}/relations/at/${LAST}`;
  const recordOf = async (name: string) => (await service.get(target(name))).json.data;

  it('are served whole', async () => {
    const { data, meta } = (await service.get(target('crowded'))).json;
    expect(meta.asOfBlock).toBe(LAST);
    expect(data).toMatchObject({
      ...{ chainId: 1, address: at('crowded'), block: LAST, coverageBlock: LAST, addressKnown: true },
      coveredFamilies: ['relation:created_by', IMPLEMENTED],
    });
    expect(data.intervals).toHaveLength(MOST + 1);
    const keys = data.intervals.map(
      ({ startBlock, attributeId, counterpart }: Record<string, string>) =>
        `${startBlock} ${attributeId} ${counterpart}`,
    );
    expect(keys).toEqual([...new Set(keys)].sort());
    expect(data.intervals[0]).toEqual({
      ...{ attributeId: 'relation:created_by', counterpart: at('factory'), startBlock: 342 },
    });
  });

  it('are the same for an agent', async () => {
    const given = { address: at('crowded'), block: LAST };
    const { json } = await post(service.url, toolCall('get_address_relations_at_block', given));
    expect(json.result.structuredContent).toEqual(await recordOf('crowded'));
    expect(json.result.content[0].text).toContain(`… (${MOST - 9} more in structuredContent)`);
  });

  it('include the last of them by its object, whatever comes before', async () => {
    const { intervals } = await recordOf('crowded');
    const { counterpart: object } = intervals.at(-1);
    const bounds = { claimLimit: 1, firstBlock: FIRST, object };
    const reader = new ClaimsOfManyReader(service.pool);
    const { claims } = await reader.held([at('crowded')], [IMPLEMENTED], LAST, bounds);
    expect(claims).toMatchObject([{ id: IMPLEMENTED, object, startBlock: 350 }]);
  });

  it('leave out a kind of which there are more, which is then not covered', async () => {
    expect(await recordOf('too crowded')).toMatchObject({
      coveredFamilies: ['relation:created_by'],
      intervals: [{ attributeId: 'relation:created_by' }],
    });
  });

  it('may have long values, up to 8 MiB of one kind', async () => {
    const { coveredFamilies, intervals } = await recordOf('wordy');
    expect(coveredFamilies).toContain(IMPLEMENTED);
    expect(intervals.map(({ value = '' }) => value.length)).toEqual([0, 0, 1 << 20, 1 << 20].sort());
    expect((await recordOf('too wordy')).coveredFamilies).toEqual(['relation:created_by']);
  });
});
