import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import type { GraphStore, HeldNow } from '../../src/projection/graph/graph-store.reader.js';
import { addressOf, hex } from '../e2e/fixture/bytes.js';
import { FEW_CHILDREN, LAST, SHORT_STORY } from '../e2e/fixture/claim-story.js';
import { type OpenDatabase, openDatabase } from '../e2e/fixture/open-database.js';
import { type ClaimStory, storeClaims } from '../e2e/fixture/store-claims.js';
import { changeClaims } from './change-claims.js';

/** A store on a database, and how it catches up with changes there. */
export interface StoreUnderTest {
  readonly store: GraphStore;
  catchUp(): Promise<void>;
}

const EVERY = 10_000;
const START = { id: '', counterpart: '0x' };
const at = (name: string) => hex(addressOf(name));

/** What every `GraphStore` must do; call it within a `describe`. */
export function graphStoreSuite(storeOver: (pool: Pool) => Promise<StoreUnderTest>): void {
  let database: OpenDatabase;
  let subject: StoreUnderTest;
  const open = async (): Promise<void> => {
    database = await openDatabase();
    subject = await storeOver(database.pool);
  };
  const close = () => database?.close();

  const tell = async (story: ClaimStory): Promise<void> => {
    await storeClaims(database.pool, story);
    await subject.catchUp();
  };
  const change = async (...changes: Parameters<typeof changeClaims>[1]): Promise<void> => {
    await changeClaims(database.pool, changes);
    await subject.catchUp();
  };
  const attributes = async (name: string, afterId = '', limit = EVERY) => {
    const held = await subject.store.attributesOf(at(name), afterId, limit);
    // The same ids when asked about many addresses at once, without details.
    const alone = await subject.store.attributeIdsOf([at('nobody'), at(name)]);
    if (afterId === '' && limit === EVERY) expect(alone.get(at(name)) ?? []).toEqual(ids(held));
    return held;
  };
  const relations = (name: string, direction: 'subject' | 'object', after = START, limit = EVERY) =>
    subject.store.relationsOf(at(name), direction, after, limit);
  const ids = ({ claims }: HeldNow<{ readonly id: string }>): string[] => claims.map(({ id }) => id);

  describe('of one story', () => {
    beforeAll(async () => {
      await open();
      await tell(SHORT_STORY);
    });
    afterAll(close);

    it('has nothing about an address without claims', async () => {
      expect(await attributes('nobody')).toEqual({ block: LAST, claims: [] });
      expect(await relations('nobody', 'subject')).toEqual({ block: LAST, claims: [] });
      expect(await relations('nobody', 'object')).toEqual({ block: LAST, claims: [] });
    });

    it('lists attributes by id, with the reference blocks of their proofs, page by page', async () => {
      const all = [
        { id: 'address_nature:contract', referenceBlock: 345 },
        { id: 'derived:account_type:proxy', referenceBlock: 350 },
        { id: 'proxy:eip1967', referenceBlock: 360 },
      ];
      expect(await attributes('proxy')).toEqual({ block: LAST, claims: all });
      expect(await attributes('proxy', '', 2)).toEqual({ block: LAST, claims: all.slice(0, 2) });
      expect(await attributes('proxy', all[1]!.id, 2)).toEqual({ block: LAST, claims: all.slice(2) });
    });

    it('lists the attributes of plain accounts', async () => {
      expect(await attributes('signer')).toEqual({
        block: LAST,
        claims: [{ id: 'address_nature:eoa', referenceBlock: 300 }],
      });
    });

    it('lists relations from both ends, with their values', async () => {
      const implemented = { id: 'relation:implemented_by', referenceBlock: 350, value: 'eip1967,oz_v1' };
      expect(await relations('proxy', 'subject')).toEqual({
        block: LAST,
        claims: [
          { id: 'relation:created_by', counterpart: at('factory'), referenceBlock: 342, value: null },
          { ...implemented, counterpart: at('logic') },
        ],
      });
      expect(await relations('logic', 'object')).toEqual({
        block: LAST,
        claims: [{ ...implemented, counterpart: at('proxy') }],
      });
      expect(await relations('old logic', 'object')).toEqual({ block: LAST, claims: [] });
    });

    it('lists the children of a factory page by page, each once and in order', async () => {
      const seen: string[] = [];
      for (let after = START; ; ) {
        const { claims } = await relations('factory', 'object', after, 150);
        seen.push(...claims.map(({ counterpart }) => counterpart));
        if (claims.length < 150) break;
        after = claims.at(-1)!;
      }
      const children = [
        ...Array.from({ length: FEW_CHILDREN }, (_, child) => at(`child ${child}`)),
        at('proxy'),
      ];
      expect(seen).toEqual(children.sort());
    });

    it('continues with the next relation if a page ended within one', async () => {
      const { claims } = await relations('proxy', 'subject', START, 1);
      expect(ids({ claims })).toEqual(['relation:created_by']);
      expect(ids(await relations('proxy', 'subject', claims[0], 1))).toEqual(['relation:implemented_by']);
    });
  });

  describe('of a story that changes', () => {
    beforeEach(open);
    afterEach(close);

    it('has no claims and no block before anything is evaluated', async () => {
      await tell({ ...SHORT_STORY, evaluated: {}, segments: [], undecided: [] });
      expect(await attributes('signer')).toEqual({ claims: [] });
      expect(await relations('signer', 'subject')).toEqual({ claims: [] });
    });

    it('ends claims of an older range at a gap, and continues them once the gap is closed', async () => {
      const old = { id: 'role:withdrawal_recipient', subject: 'old', start: 150 };
      await tell({ ...SHORT_STORY, segments: [...SHORT_STORY.segments!, old] });
      expect(await attributes('old')).toEqual({ block: LAST, claims: [] });
      expect(await relations('forgotten', 'subject')).toEqual({ block: LAST, claims: [] });
      await database.pool.query(
        `UPDATE evaluated_range SET ranges = ranges + int8multirange(int8range(200, 300)) WHERE records = 'frames'`,
      );
      await database.pool.query(
        `UPDATE claim_coverage SET ranges = ranges + int8multirange(int8range(200, 300)) WHERE family = 'relation:created_by'`,
      );
      await subject.catchUp();
      expect(ids(await relations('forgotten', 'subject'))).toEqual(['relation:created_by']);
    });

    it('leaves out families that are not covered at the head', async () => {
      const evaluated = {
        ...SHORT_STORY.evaluated,
        state_diff: [[300, 390]],
        'frames state_diff': [[300, 390]],
      } as const;
      await tell({ ...SHORT_STORY, evaluated });
      // This account has an attribute of a covered family, and attributes of others.
      expect(ids(await attributes('late'))).toEqual(['role:withdrawal_recipient']);
      expect(await attributes('proxy')).toEqual({ block: LAST, claims: [] });
      expect(ids(await relations('proxy', 'subject'))).toEqual(['relation:created_by']);
    });

    it('answers as of the coverage head, also about attributes that are evaluated beyond it', async () => {
      await tell({
        evaluated: { '': [[100, 110]], state_diff: [[100, 104]] },
        definitions: { 'asset:made': '', 'asset:burnt': '', 'asset:known': 'state_diff' },
        segments: [
          { id: 'asset:made', subject: 'token', start: 106 },
          { id: 'asset:burnt', subject: 'token', start: 101, end: 106 },
          { id: 'asset:known', subject: 'token', start: 102 },
        ],
      });
      const until104 = { block: 104, ids: ['asset:burnt', 'asset:known'] };
      expect({ block: (await attributes('token')).block, ids: ids(await attributes('token')) }).toEqual(
        until104,
      );
      for (const table of ['evaluated_range', 'claim_coverage'])
        await database.pool.query(`UPDATE ${table} SET ranges = '{[100,110]}'`);
      await subject.catchUp();
      const until110 = { block: 110, ids: ['asset:known', 'asset:made'] };
      expect({ block: (await attributes('token')).block, ids: ids(await attributes('token')) }).toEqual(
        until110,
      );
    });

    it('follows claims that begin, change their proof, and end', async () => {
      await tell(SHORT_STORY);
      await change(
        { id: 'proxy:eip1967', subject: 'proxy', start: 360, end: 395, intervalStart: 350, value: 'a' },
        {
          id: 'proxy:eip1967',
          subject: 'proxy',
          start: 396,
          intervalStart: 350,
          value: 'a',
          family: 'third',
        },
        { id: 'role:withdrawal_recipient', subject: 'signer', start: 398 },
        { id: 'relation:implemented_by', subject: 'proxy', object: 'logic', start: 350, end: 397 },
        { id: 'relation:implemented_by', subject: 'proxy', object: 'new logic', start: 398 },
      );
      expect((await attributes('proxy')).claims.at(-1)).toEqual({ id: 'proxy:eip1967', referenceBlock: 396 });
      expect(ids(await attributes('signer'))).toEqual(['address_nature:eoa', 'role:withdrawal_recipient']);
      expect((await relations('proxy', 'subject')).claims.map(({ counterpart }) => counterpart)).toEqual([
        at('factory'),
        at('new logic'),
      ]);
      expect(await relations('logic', 'object')).toEqual({ block: LAST, claims: [] });
      // And back, as for an orphaned block.
      await change(
        { id: 'role:withdrawal_recipient', subject: 'signer', start: 398, gone: true },
        { id: 'relation:implemented_by', subject: 'proxy', object: 'new logic', start: 398, gone: true },
        { id: 'relation:implemented_by', subject: 'proxy', object: 'logic', start: 350 },
      );
      expect(ids(await attributes('signer'))).toEqual(['address_nature:eoa']);
      expect(ids(await relations('new logic', 'object'))).toEqual([]);
      expect(ids(await relations('logic', 'object'))).toEqual(['relation:implemented_by']);
    });
  });
}
