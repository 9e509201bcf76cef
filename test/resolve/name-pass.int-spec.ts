import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fromHex } from '../../src/domain/chain/codec/hex.js';
import { NamePass } from '../../src/projection/name/name-pass.js';
import { registriesOf } from '../builder/registries-of.js';
import { type OpenDatabase, openDatabase } from '../e2e/fixture/open-database.js';
import { Prng } from '../simulation/prng.js';
import {
  dropNameClaims,
  storeNameClaims,
  storeNameDefinitions,
  storeTokens,
  takeBackDefinitions,
} from './store-names.js';

const address = (at: number): string => `0x${at.toString(16).padStart(40, '0')}`;
const ADDRESSES = 3_000;
const registries = registriesOf({
  official: { [address(1)]: 'Official', [address(9_000)]: 'Nobody else knows it' },
  cautions: { [address(2)]: 'closed' },
  flagged: { [address(3)]: 'phishing' },
});

describe('a pass over names', () => {
  let database: OpenDatabase;
  let pass: NamePass;
  const dice = new Prng(15);
  beforeAll(async () => {
    database = await openDatabase();
    await storeNameDefinitions(database.pool);
    pass = new NamePass(database.pool, registries);
  });
  afterAll(() => database?.close());

  const rows = async () => {
    const texts = await database.pool.query('SELECT * FROM name_text ORDER BY address, matched_on');
    const pairs = await database.pool.query(
      'SELECT name_pair::text AS pair FROM name_pair ORDER BY name_pair::text COLLATE "C"',
    );
    return { texts: texts.rows, pairs: pairs.rows };
  };

  /** Adds, changes and removes tokens and names. */
  async function live(): Promise<void> {
    const { pool } = database;
    const some = () => [...new Set(Array.from({ length: 200 }, () => address(dice.between(0, ADDRESSES))))];
    const word = () =>
      dice.pick(['Gold', 'Silver Coin', 'x', '', 'old 0xfeedfacefeedface', '\u6bd4\u7279\u5e01']);
    const gone = some();
    await pool.query('DELETE FROM token_metadata WHERE token = ANY($1)', [gone.map(fromHex)]);
    for (const one of gone.slice(0, 50)) await dropNameClaims(pool, one);
    const come = some();
    await pool.query('DELETE FROM token_metadata WHERE token = ANY($1)', [come.map(fromHex)]);
    await storeTokens(
      pool,
      come.map((one) => ({ address: one, symbol: word(), name: dice.chance(0.2) ? null : word() })),
    );
    const named = some().slice(0, 60);
    for (const one of named) await dropNameClaims(pool, one);
    await storeNameClaims(
      pool,
      named.map((one) => ({
        address: one,
        id: dice.pick(['identity:listed_name', 'identity:ens_primary_name', 'risk:impersonates_asset']),
        value: dice.pick(['Exchange', 'alice.eth', 'Not.normal.eth', 'GOLD']),
      })),
    );
  }

  it('leads to the same index as one from scratch, whatever came and went between', async () => {
    for (let round = 0; round < 6; round++) {
      await live();
      await pass.run();
    }
    const grown = await rows();
    expect(grown.texts.length).toBeGreaterThan(500);
    expect(grown.pairs.length).toBeGreaterThan(1_000);
    await pass.clear();
    await pass.run();
    expect(await rows()).toEqual(grown);
  });

  it('restores the previous index once all data is as before', async () => {
    const before = await rows();
    const extra = Array.from({ length: 100 }, (_, at) => address(20_000 + at));
    await storeTokens(
      database.pool,
      extra.map((one) => ({ address: one, symbol: 'EXTRA', name: 'Extra' })),
    );
    await storeNameClaims(
      database.pool,
      extra.map((one) => ({ address: one, id: 'identity:listed_name', value: 'Extra' })),
    );
    expect(await pass.run()).toBe(300);
    await database.pool.query('DELETE FROM token_metadata WHERE token = ANY($1)', [extra.map(fromHex)]);
    for (const one of extra) await dropNameClaims(database.pool, one);
    expect(await pass.run()).toBe(300);
    expect(await rows()).toEqual(before);
  });

  it('writes nothing if nothing has changed', async () => {
    expect(await pass.run()).toBe(0);
  });

  it('adds a text once if two run at a time', async () => {
    const before = await rows();
    await pass.clear();
    await Promise.all([pass.run(), new NamePass(database.pool, registries).run()]);
    expect(await rows()).toEqual(before);
  });

  it('stops when told to, and is incomplete then', async () => {
    await pass.clear();
    await pass.run(AbortSignal.abort());
    const { rows: through } = await database.pool.query('SELECT * FROM name_pass');
    expect(through).toEqual([]);
    await pass.run();
  });

  it('leaves no name of a definition set that is no longer served', async () => {
    await takeBackDefinitions(database.pool);
    await pass.run();
    const { rows: names } = await database.pool.query(
      'SELECT folded FROM name_text WHERE NOT is_token ORDER BY folded',
    );
    expect(names).toEqual([{ folded: 'nobody else knows it' }, { folded: 'official' }]);
  });
});
