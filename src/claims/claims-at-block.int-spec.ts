import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addressOf, hex } from '../../test/e2e/fixture/bytes.js';
import { FIRST, GAP, LAST, STORY, UNKNOWN_STATE } from '../../test/e2e/fixture/claim-story.js';
import { type OpenDatabase, openDatabase } from '../../test/e2e/fixture/open-database.js';
import { storeClaims } from '../../test/e2e/fixture/store-claims.js';
import { NotCovered } from '../domain/refusal/not-covered.js';
import { ClaimsAtBlockReader } from './claims-at-block.reader.js';

const at = (name: string) => hex(addressOf(name));

describe('claims at a block', () => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await openDatabase();
    await storeClaims(database.pool, STORY);
  });
  afterAll(() => database.close());

  const found = async (name: string, block: number, kind: 'attribute' | 'relation' = 'attribute') =>
    (await new ClaimsAtBlockReader(database.pool).heldAt(kind, at(name), block, FIRST))!;
  const held = async (name: string, block: number, kind: 'attribute' | 'relation' = 'attribute') =>
    (await found(name, block, kind)).intervals.map(
      ({ id, startBlock, endBlock, counterpart }) =>
        [id, startBlock, endBlock, ...(counterpart === null ? [] : [counterpart])] as const,
    );

  const familiesOf = async (name: string, block: number) => (await found(name, block)).coveredFamilies;

  it('end with the range that they were evaluated in, whatever the next range begins with', async () => {
    expect(await held('signer', 199)).toEqual([['address_nature:eoa', 120, 199]]);
    expect(await held('signer', 119)).toEqual([]);
    expect(await held('signer', 300)).toEqual([['address_nature:eoa', 300, null]]);
  });

  it('continue while their own definition can be evaluated, and are shown from where their family is covered', async () => {
    // Signing needs no state diff, but other attributes of its family do.
    expect(await held('late', UNKNOWN_STATE.toBlock)).toEqual([['role:withdrawal_recipient', 341, null]]);
    expect(await held('late', 342)).toEqual([
      ['role:withdrawal_recipient', 341, null],
      ['address_nature:eoa', 342, null],
    ]);
    expect(await held('signer', 390)).toEqual([['address_nature:eoa', 300, null]]);
  });

  it('have one interval whatever proofs carry them, and two where the value changes', async () => {
    for (const block of [355, 360, LAST])
      expect(await held('proxy', block)).toContainEqual(['proxy:eip1967', 350, null]);
    expect(await held('signer', 319)).toContainEqual(['identity:ens_name', 310, 319]);
    expect(await held('signer', 320)).toContainEqual(['identity:ens_name', 320, 329]);
    expect(await held('signer', 330)).not.toContainEqual(expect.arrayContaining(['identity:ens_name']));
  });

  it('come in the order in which they began', async () => {
    expect((await held('proxy', LAST)).map(([id]) => id)).toEqual([
      'address_nature:contract',
      'derived:account_type:proxy',
      'proxy:eip1967',
    ]);
  });

  it('are relations only where the address is their subject', async () => {
    expect(await held('proxy', 349, 'relation')).toEqual([
      ['relation:created_by', 342, null, at('factory')],
      ['relation:implemented_by', 345, 349, at('old logic')],
    ]);
    expect(await held('logic', LAST, 'relation')).toEqual([]);
  });

  it('are of families that are covered, which need every one of their definitions evaluated', async () => {
    expect(await found('signer', UNKNOWN_STATE.fromBlock)).toMatchObject({
      coverageBlock: LAST,
      coveredFamilies: ['identity', 'role'],
      intervals: [],
    });
    expect(await found('signer', LAST)).toMatchObject({
      coveredFamilies: ['address_nature', 'derived:account_type', 'identity', 'proxy', 'role'],
    });
    expect(await found('proxy', LAST, 'relation')).toMatchObject({
      coveredFamilies: ['relation:created_by', 'relation:implemented_by'],
    });
  });

  it('leave out the family of a definition that is undecided for the address at that block', async () => {
    const families = async (block: number, kind: 'attribute' | 'relation') =>
      (await found('opaque', block, kind)).coveredFamilies;
    expect(await families(320, 'attribute')).not.toContain('address_nature');
    expect(await families(321, 'attribute')).toContain('address_nature');
    expect(await families(339, 'relation')).toEqual(['relation:created_by']);
    // The definition was undecided up to the end of the range before.
    expect(await families(LAST, 'relation')).toEqual(['relation:created_by', 'relation:implemented_by']);
    expect(await families(150, 'relation')).toEqual(['relation:created_by', 'relation:implemented_by']);
  });

  it('leave out what rests on code where the code of the address is not known', async () => {
    const families = async (block: number, kind: 'attribute' | 'relation') =>
      (await found('never told of', block, kind)).coveredFamilies;
    // The chain begins with the first range: facts without a row did not exist.
    expect(await families(150, 'attribute')).toEqual(await familiesOf('signer', 150));
    expect(await families(320, 'attribute')).toEqual(['identity', 'role']);
    expect(await families(320, 'relation')).toEqual(['relation:created_by']);
  });

  it('are refused for blocks that no family covers', async () => {
    const missing = { headNumber: LAST, gap: { ...GAP } };
    await expect(found('signer', GAP.fromBlock)).rejects.toMatchObject(missing);
    await expect(found('signer', GAP.toBlock)).rejects.toMatchObject(missing);
    await expect(found('signer', LAST + 1)).rejects.toMatchObject({
      headNumber: LAST,
      requestedBlock: LAST + 1,
    });
  });

  it('say whether anything is recorded of the address', async () => {
    const isKnown = async (name: string) => (await found(name, LAST)).isKnown;
    expect(await isKnown('nobody')).toBe(false);
    expect(await isKnown('proxy')).toBe(true);
    expect(await isKnown('logic')).toBe(true);
    await database.pool.query(
      "INSERT INTO fact VALUES (300, 1, 0, 0, false, $1, '', '\"true\"', 'tx:1:0x00:0')",
      [addressOf('only facts')],
    );
    expect(await isKnown('only facts')).toBe(true);
  });
});

describe('claims at a block before anything was evaluated', () => {
  it('are refused', async () => {
    const database = await openDatabase();
    try {
      const reader = new ClaimsAtBlockReader(database.pool);
      const asked = () => reader.heldAt('attribute', at('signer'), FIRST, FIRST);
      await expect(asked()).rejects.toThrow(NotCovered);
      await storeClaims(database.pool, { ...STORY, evaluated: {}, segments: [], undecided: [] });
      await expect(asked()).rejects.toThrow(NotCovered);
    } finally {
      await database.close();
    }
  });
});
