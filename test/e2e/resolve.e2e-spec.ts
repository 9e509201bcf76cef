import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Registry } from 'prom-client';
import { fromHex } from '../../src/domain/chain/codec/hex.js';
import { GraphDatabase } from '../../src/platform/neo4j/graph-database.js';
import { FollowedEvents } from '../../src/projection/graph/followed-events.js';
import { Neo4jGraphStore } from '../../src/projection/graph/neo4j-graph-store.js';
import { PostgresGraphStore } from '../../src/projection/graph/postgres-graph-store.js';
import { NamePass } from '../../src/projection/name/name-pass.js';
import { registriesOf } from '../builder/registries-of.js';
import {
  dropNameClaims,
  HEAD,
  storeHolders,
  storeNameClaims,
  storeNameDefinitions,
  storeTokens,
  storeUndecidedName,
  takeBackDefinitions,
} from '../resolve/store-names.js';
import { ask, type Reply } from './fixture/ask.js';
import { aBlock } from './fixture/block-row.js';
import { type OpenDatabase, openDatabase } from './fixture/open-database.js';
import { startService, type TestService } from './fixture/service.js';
import { insert } from './fixture/store-chain.js';

const address = (end: string): string => `0x${'00'.repeat(10)}${end.padStart(20, '0')}`;

const OFFICIAL = address('1');
const PROJECT = address('2');
const DECLARED = address('3');
const IMITATION = address('4');
const MIXER = address('5');
const CAUTIONED = address('6');
const SCAM = address('7');
const PERSON = address('8');
const UNNORMALISED = address('9');
const SANCTIONED = address('a');
const SPEECHLESS = address('b');
const NAMED_LIKE = address('c');
const CARRIER = address('d');
const EXACT_CARRIER = address('e');
const WALLET = address('f');
const FLAGGED_PROJECT = address('10');
const NOBODY = address('dead');
const LONG = address('11');
const BROKEN = address('12');
const EMPTY = address('13');

/** More addresses than are listed, all with equal names. */
const CROWD = Array.from({ length: 60 }, (_, at) => address(`c0${at.toString(16).padStart(2, '0')}`));

const registries = registriesOf({
  official: { [OFFICIAL]: 'Gold Coin' },
  mixers: { [MIXER]: 'Gold Mixer 1' },
  cautions: { [CAUTIONED]: 'closed', [NOBODY]: 'closed' },
  flagged: { [SCAM]: 'phishing', [FLAGGED_PROJECT]: 'phishing' },
  sanctioned: [SANCTIONED],
});

describe('resolve', () => {
  let database: OpenDatabase;
  let service: TestService;
  beforeAll(async () => {
    database = await openDatabase();
    const { pool } = database;
    await storeNameDefinitions(pool);
    await insert(pool, 'block', aBlock(HEAD, []));
    await storeTokens(pool, [
      { address: OFFICIAL, symbol: 'GOLD', name: 'Gold Coin' },
      { address: DECLARED, symbol: 'GOLDX', name: 'Plain gold' },
      { address: IMITATION, symbol: 'GOLD', name: 'Fools Gold' },
      { address: SCAM, symbol: 'FREE', name: 'Free gold' },
      { address: SPEECHLESS, symbol: null, name: null },
      { address: NAMED_LIKE, symbol: 'NL', name: 'silver' },
      { address: CARRIER, symbol: 'HEX', name: 'old 0x1234567890ABCDEF1234 pot' },
      { address: EXACT_CARRIER, symbol: '0xfeedfacefeedface', name: null },
      { address: LONG, symbol: 'S'.repeat(101), name: `${'long '.repeat(300)}winding` },
      { address: BROKEN, symbol: Buffer.from('ff41', 'hex'), name: Buffer.from('Nul\0in\u00e9', 'latin1') },
      { address: EMPTY, symbol: '', name: '' },
      ...CROWD.map((one) => ({ address: one, symbol: 'CROWD', name: 'Crowded' })),
    ]);
    await storeNameClaims(pool, [
      { address: PROJECT, id: 'identity:listed_name', value: 'Gold Exchange' },
      { address: CAUTIONED, id: 'identity:listed_name', value: 'Gold Exchange Old' },
      { address: FLAGGED_PROJECT, id: 'identity:listed_name', value: 'Gold Exchange Fake' },
      { address: PERSON, id: 'identity:ens_primary_name', value: 'goldie.eth' },
      // ENSIP-15 allows no underscore within a name.
      { address: UNNORMALISED, id: 'identity:ens_primary_name', value: 'gold_bug.eth' },
      { address: SANCTIONED, id: 'identity:ens_primary_name', value: 'goldgone.eth' },
      { address: IMITATION, id: 'risk:impersonates_asset', value: 'GOLD' },
      { address: WALLET, id: 'address_nature:contract' },
      { address: DECLARED, id: 'asset:erc20' },
      { address: DECLARED, id: 'address_nature:contract' },
    ]);
    await storeHolders(pool, [
      { address: CROWD[30]!, ever: 0 },
      { address: CROWD[40]!, ever: 7 },
      { address: CROWD[50]!, ever: 8, of: 'items' },
    ]);
    await new NamePass(pool, registries).run();
    service = await startService({ pool, names: registries, firstBlock: 0 });
  });
  afterAll(async () => {
    await service?.close();
    await database?.close();
  });

  const get = (query: string, from = service): Promise<Reply> =>
    ask(from.baseUrl, `/api/v1/chains/1/resolve${query}`);
  const resolve = async (text: string, limit = 20) =>
    (await get(`?q=${encodeURIComponent(text)}&limit=${limit}`)).json;
  const found = async (text: string): Promise<string[]> =>
    (await resolve(text)).data.matches.map((match: { address: string }) => match.address);
  const shown = async (of: string) => (await resolve(of)).data.matches[0];
  const pass = () => new NamePass(database.pool, registries).run();

  it.each([
    ['R-184: without q', '', { reason: 'query_missing', parameter: 'q' }],
    ['R-185: nothing', '?q=', { reason: 'query_too_short', parameter: 'q', minLength: 2, actual: 0 }],
    [
      'R-185: one character',
      '?q=%20a%20',
      { reason: 'query_too_short', parameter: 'q', minLength: 2, actual: 1 },
    ],
    [
      'R-185: one character of four bytes',
      '?q=%F0%9F%8D%8B',
      { reason: 'query_too_short', parameter: 'q', minLength: 2, actual: 1 },
    ],
    [
      'R-185: 101 characters',
      `?q=${'a'.repeat(101)}`,
      { reason: 'query_too_long', parameter: 'q', maxLength: 100, actual: 101 },
    ],
    ['R-186: a NUL', '?q=ab%00', { reason: 'query_invalid', parameter: 'q' }],
    ['R-186: a line feed at the end', '?q=ab%0A', { reason: 'query_invalid', parameter: 'q' }],
    ['R-186: next line', '?q=ab%C2%85', { reason: 'query_invalid', parameter: 'q' }],
    ['R-186: a control character alone', '?q=%7F', { reason: 'query_invalid', parameter: 'q' }],
    ['R-187: a hash', `?q=0X${'Ab'.repeat(32)}`, { reason: 'query_is_hash', parameter: 'q' }],
    [
      'R-188: no rows',
      '?q=gold&limit=0',
      { reason: 'limit_out_of_range', parameter: 'limit', minLimit: 1, maxLimit: 20, actual: 0 },
    ],
    [
      'R-188: 21 rows',
      '?q=gold&limit=21',
      { reason: 'limit_out_of_range', parameter: 'limit', minLimit: 1, maxLimit: 20, actual: 21 },
    ],
    ['R-006: an unknown parameter', '?q=gold&cursor=a', { reason: 'unknown_parameter', parameter: 'cursor' }],
    ['R-007: q twice', '?q=gold&q=gold', { reason: 'repeated_parameter', parameter: 'q' }],
  ])('%s is refused', async (_, query, details) => {
    const { status, json } = await get(query);
    expect([status, json.error.code, json.error.details]).toEqual([400, 'bad_request', details]);
  });

  it('R-010: checks parameters after the chain and the method, in the order of their documentation', async () => {
    const chain = await ask(service.baseUrl, '/api/v1/chains/2/resolve?q=');
    expect(chain.json.error.code).toBe('chain_not_supported');
    const method = await ask(service.baseUrl, '/api/v1/chains/2/resolve', { method: 'POST' });
    expect(method.status).toBe(405);
    expect((await get('?limit=0')).json.error.details.reason).toBe('query_missing');
  });

  it('R-185: searches 100 characters of several bytes each', async () => {
    expect((await get(`?q=${encodeURIComponent('é'.repeat(100))}`)).status).toBe(200);
  });

  it('R-187: takes 64 hex digits without a prefix as text', async () => {
    expect((await resolve('ab'.repeat(32))).data).toMatchObject({ queryKind: 'text', matches: [] });
  });

  it('R-188, R-218: lists ten by default, and says that there are more', async () => {
    const { data } = (await get('?q=crowd')).json;
    expect([data.matches.length, data.hasMore]).toEqual([10, true]);
    expect((await resolve('goldx')).data).toMatchObject({ hasMore: false });
    expect((await resolve('gold', 1)).data).toMatchObject({ hasMore: true });
  });

  it('R-189, R-190: returns the query without surrounding white space in its letter case, and ignores case in its search', async () => {
    const { data } = await resolve('\u00a0 gOLD cOIN\u3000 ');
    expect([data.query, data.matches[0].address]).toEqual(['gOLD cOIN', OFFICIAL]);
  });

  it('R-190: compares letters beyond ASCII as they are', async () => {
    expect(await found('in\u00e9')).toEqual([]);
    expect(await found('\ufffda')).toEqual([BROKEN]);
    expect(await found('in\ufffd')).toEqual([BROKEN]);
  });

  it.each([OFFICIAL, `0X${'AB'.repeat(20)}`])(
    'R-191, R-192, R-193: finds only the address itself for %s',
    async (query) => {
      const first = await resolve(query);
      const { data, meta } = await resolve(query);
      expect(first.data).toEqual(data);
      expect(data).toMatchObject({ chainId: 1, query, queryKind: 'address', hasMore: false });
      expect(data).not.toHaveProperty('searched');
      expect(data.matches).toEqual([
        expect.objectContaining({ address: query.toLowerCase(), matchedOn: 'address', match: 'exact' }),
      ]);
      expect(meta.cached).toBe(false);
      expect(meta).not.toHaveProperty('asOfBlock');
    },
  );

  it('R-191: takes an address with a digit missing as text', async () => {
    expect((await resolve(OFFICIAL.slice(0, -1))).data.queryKind).toBe('text');
  });

  it('R-194, R-195: answers an empty list, not an error, if nothing is found', async () => {
    const { data } = await resolve('no such thing');
    expect(data).toEqual({
      chainId: 1,
      query: 'no such thing',
      queryKind: 'text',
      matches: [],
      hasMore: false,
      searched: ['tokens', 'names'],
    });
  });

  it('R-197: finds an ENS name if it is a primary one and normalised', async () => {
    expect(await found('GOLDIE.eth')).toEqual([PERSON]);
    expect(await found('gold_bug')).toEqual([]);
  });

  it('R-202: states no block', async () => {
    expect((await resolve('gold')).meta).not.toHaveProperty('asOfBlock');
  });

  it.each([
    ['R-203: of an equal symbol', 'goldx', DECLARED, 'token_symbol', 'exact'],
    ['R-203, R-204: of an equal name of a token', 'silver', NAMED_LIKE, 'token_name', 'prefix'],
    ['R-203: of an equal name shown', 'gold exchange', PROJECT, 'name', 'exact'],
    ['R-203: of several the best', 'gold coin', OFFICIAL, 'name', 'exact'],
    ['R-217: of a beginning', 'goldi', PERSON, 'name', 'prefix'],
    ['R-217: of a middle', 'ools g', IMITATION, 'token_name', 'substring'],
    ['R-205: inside a text that carries hex', '567890', CARRIER, 'token_name', 'address_fragment'],
    ['R-205: even at its beginning', 'old 0x1', CARRIER, 'token_name', 'address_fragment'],
    ['R-205: two characters of such a text', '0x', EXACT_CARRIER, 'token_symbol', 'address_fragment'],
    ['R-205: not of an equal symbol', '0xFEEDfacefeedface', EXACT_CARRIER, 'token_symbol', 'exact'],
    ['R-203: far inside a long name', 'winding', LONG, 'token_name', 'substring'],
    ['R-203: of a hundred characters', 'S'.repeat(100), LONG, 'token_symbol', 'prefix'],
  ])('%s', async (_, query, first, matchedOn, match) => {
    expect((await resolve(query)).data.matches[0]).toMatchObject({ address: first, matchedOn, match });
  });

  it.each([
    ['verified', OFFICIAL, { name: 'Gold Coin', nameStanding: 'verified' }],
    ['normal of a list', PROJECT, { name: 'Gold Exchange', nameStanding: 'normal' }],
    ['normal of ENS', PERSON, { name: 'goldie.eth', nameStanding: 'normal' }],
    ['qualified', DECLARED, { name: 'Plain gold', nameStanding: 'qualified' }],
    ['warning of a mixer', MIXER, { name: 'Gold Mixer 1', nameStanding: 'warning' }],
    ['warning of a caution', CAUTIONED, { name: 'Gold Exchange Old', nameStanding: 'warning' }],
    ['danger of an imitation', IMITATION, { nameStanding: 'danger', impersonates: 'GOLD' }],
    ['danger of a scam', SCAM, { nameStanding: 'danger' }],
    [
      'danger of a scam that a list names',
      FLAGGED_PROJECT,
      { name: 'Gold Exchange Fake', nameStanding: 'danger' },
    ],
    ['danger of who is sanctioned', SANCTIONED, { name: 'goldgone.eth', nameStanding: 'danger' }],
    ['unknown of a primary name nobody can normalise', UNNORMALISED, { nameStanding: 'unknown' }],
    ['nothing of a token that declares nothing', SPEECHLESS, {}],
    ['nothing of a token that declares nothing to be shown', EMPTY, {}],
    ['nothing of a caution without a name', NOBODY, {}],
  ])('R-206, R-207, R-A018 to R-A021: %s', async (_, of, presentation) => {
    const { name, nameStanding, impersonates } = await shown(of);
    expect(JSON.parse(JSON.stringify({ name, nameStanding, impersonates }))).toEqual(presentation);
  });

  it('R-305, R-A174 to R-A176: shows the same name and standing as the summary of the address', async () => {
    for (const of of [OFFICIAL, IMITATION, SPEECHLESS, UNNORMALISED]) {
      const { json } = await ask(service.baseUrl, `/api/v1/chains/1/addresses/${of}`);
      const { matchedOn, match, ...presented } = await shown(of);
      expect(json.data).toMatchObject(presented);
      expect(Object.keys(json.data)).toEqual(expect.arrayContaining(Object.keys(presented)));
    }
  });

  it('R-301: has an open set of name standings', async () => {
    const { json } = await ask(service.baseUrl, '/openapi.json');
    expect(json.components.schemas.ResolveMatch.properties.nameStanding).toMatchObject({ type: 'string' });
    expect(json.components.schemas.ResolveMatch.properties.nameStanding).not.toHaveProperty('enum');
  });

  it('R-208, R-209: states the proven kind of an address', async () => {
    expect((await shown(DECLARED)).type).toEqual({
      state: 'known',
      attributes: ['address_nature:contract', 'asset:erc20'],
    });
    expect((await shown(PROJECT)).type).toEqual({ state: 'known', attributes: [] });
  });

  it('R-208: has the kind unknown for an address without evaluation, and unavailable if it cannot be looked up', async () => {
    const other = await openDatabase();
    const unevaluated = await startService({ pool: other.pool, firstBlock: 0 });
    const nowhere = new GraphDatabase({ uri: 'bolt://127.0.0.1:9' }, new Registry());
    const { pool } = database;
    const graph = new Neo4jGraphStore(nowhere, new PostgresGraphStore(pool), new FollowedEvents(pool));
    const withoutGraph = await startService({ pool, graph, names: registries, firstBlock: 0 });
    try {
      const [unknown, unavailable] = await Promise.all(
        [unevaluated, withoutGraph].map((from) => get(`?q=${DECLARED}`, from)),
      );
      expect(unknown!.json.data.matches[0].type).toEqual({ state: 'unknown' });
      expect(unavailable!.json.data.matches[0]).toMatchObject({
        type: { state: 'unavailable' },
        name: 'Plain gold',
      });
      const text = await get('?q=goldx', withoutGraph);
      expect(text.json.data.matches[0].type).toEqual({ state: 'unavailable' });
      const nothing = await get('?q=goldx', unevaluated);
      expect(nothing.json.data).toMatchObject({ searched: [], matches: [], hasMore: false });
    } finally {
      for (const one of [unevaluated, withoutGraph]) await one.close();
      await nowhere.close();
      await other.close();
    }
  });

  it('R-210: states verbatim what a token declares', async () => {
    expect((await shown(OFFICIAL)).token).toEqual({ state: 'found', symbol: 'GOLD', name: 'Gold Coin' });
    expect((await shown(SPEECHLESS)).token).toEqual({ state: 'found' });
    expect((await shown(EMPTY)).token).toEqual({ state: 'found', symbol: '', name: '' });
    expect((await shown(BROKEN)).token).toEqual({ state: 'found', symbol: '\ufffdA', name: 'Nul\0in\ufffd' });
    expect((await shown(PROJECT)).token).toEqual({ state: 'absent' });
  });

  it('R-210: has metadata unavailable if they cannot be looked up, and answers the rest', async () => {
    await database.pool.query('ALTER TABLE token_metadata RENAME TO away');
    try {
      expect(await shown(OFFICIAL)).toMatchObject({ token: { state: 'unavailable' }, name: 'Gold Coin' });
      const { searched, matches } = (await resolve('goldie')).data;
      expect([searched, matches[0].token]).toEqual([['names'], { state: 'unavailable' }]);
    } finally {
      await database.pool.query('ALTER TABLE away RENAME TO token_metadata');
    }
  });

  it('R-211 to R-216: lists verified names first, then known ones, then all others, and flagged ones last', async () => {
    const { matches } = (await resolve('gold')).data;
    expect(matches.map((match: { address: string }) => match.address)).toEqual([
      OFFICIAL,
      // Known by name, including a warning, the shorter first.
      PERSON,
      MIXER,
      PROJECT,
      CAUTIONED,
      // Found by their declarations.
      DECLARED,
      // Flagged: an equal symbol before symbols that begin so.
      IMITATION,
      SANCTIONED,
      FLAGGED_PROJECT,
      SCAM,
    ]);
  });

  it('R-217: lists the token that more addresses ever held first among equals, then the lower address', async () => {
    const order = [CROWD[50]!, CROWD[40]!, CROWD[30]!, ...CROWD.slice(0, 17)];
    expect(await found('crowd')).toEqual(order);
    expect(await found('cr')).toEqual(order);
    expect(await found('rowd')).toEqual(order);
  });

  it('R-198, R-201: caches candidates among tokens, and shows their current standing', async () => {
    const { pool } = database;
    expect((await resolve('plain')).meta.cached).toBe(false);
    const kept = await resolve('PLAIN');
    expect([kept.meta.cached, kept.data.matches[0].nameStanding]).toEqual([true, 'qualified']);
    await storeNameClaims(pool, [{ address: DECLARED, id: 'identity:listed_name', value: 'Assayer' }]);
    const renamed = await resolve('plain');
    expect(renamed.meta.cached).toBe(true);
    expect(renamed.data.matches).toEqual([
      expect.objectContaining({
        address: DECLARED,
        matchedOn: 'token_name',
        name: 'Assayer',
        nameStanding: 'normal',
      }),
    ]);
    await storeNameClaims(pool, [{ address: DECLARED, id: 'risk:impersonates_asset', value: 'GOLD' }]);
    expect((await resolve('plain')).data.matches[0]).toMatchObject({
      nameStanding: 'danger',
      impersonates: 'GOLD',
    });
    await dropNameClaims(pool, DECLARED);
  });

  it('R-199, R-200: drops a name that ended at once, and finds a new one after the next pass', async () => {
    const { pool } = database;
    expect(await found('goldie')).toEqual([PERSON]);
    await dropNameClaims(pool, PERSON);
    expect(await found('goldie')).toEqual([]);
    await storeNameClaims(pool, [{ address: PERSON, id: 'identity:ens_primary_name', value: 'silvia.eth' }]);
    expect(await found('silvia')).toEqual([]);
    await pass();
    expect(await found('silvia')).toEqual([PERSON]);
    await pool.query("UPDATE token_metadata SET name = 'tin' WHERE token = $1", [fromHex(NAMED_LIKE)]);
    expect(await found('silver')).toEqual([]);
  });

  it('R-206: gives an undecided imitation the standing unknown, and lists it after all that are not flagged', async () => {
    const { pool } = database;
    const [undecided, plain, flagged] = [0x7001, 0x7002, 0x7003].map(
      (at) => `0x${at.toString(16).padStart(40, '0')}`,
    ) as [string, string, string];
    const tokens = [undecided, plain, flagged];
    await storeTokens(
      pool,
      tokens.map((address) => ({ address, symbol: 'CLOCK', name: 'Clock' })),
    );
    await storeHolders(pool, [{ address: undecided, ever: 9 }]);
    await storeUndecidedName(pool, undecided, 'risk:impersonates_asset');
    await storeNameClaims(pool, [{ address: flagged, id: 'risk:impersonates_asset', value: 'GOLD' }]);
    await pass();
    for (const text of ['clock', 'cl', 'lock'])
      expect([text, await found(text)]).toEqual([text, [plain, undecided, flagged]]);
    const [, match] = (await resolve('clock')).data.matches;
    expect(match).toMatchObject({ matchedOn: 'token_symbol', name: 'Clock', nameStanding: 'unknown' });
    const { json } = await ask(service.baseUrl, `/api/v1/chains/1/addresses/${undecided}`);
    expect(json.data).toMatchObject({ name: 'Clock', nameStanding: 'unknown' });
  });

  it('R-206: gives a token the standing unknown while its imitations are not evaluated at the newest block', async () => {
    const { pool } = database;
    const token = `0x${(0x7004).toString(16).padStart(40, '0')}`;
    await storeTokens(pool, [{ address: token, symbol: 'SUNDIAL', name: 'Sundial' }]);
    await pass();
    const standing = async () => (await resolve('sundial')).data.matches[0].nameStanding;
    expect(await standing()).toBe('qualified');
    const newest = `int8multirange(int8range(${HEAD}, ${HEAD + 1}))`;
    await pool.query(`UPDATE claim_coverage SET ranges = ranges - ${newest} WHERE family = 'risk'`);
    expect(await standing()).toBe('unknown');
    // The list of sanctions says enough.
    expect((await resolve(SANCTIONED)).data.matches[0].nameStanding).toBe('danger');
    await pool.query(`UPDATE claim_coverage SET ranges = ranges + ${newest} WHERE family = 'risk'`);
    expect(await standing()).toBe('qualified');
  });

  it('R-195, R-196: does not search names before the first pass is complete', async () => {
    const { pool } = database;
    await takeBackDefinitions(pool);
    const { status, json } = await get('?q=gold');
    expect([status, json.data.searched]).toEqual([200, ['tokens']]);
    await pass();
    expect((await resolve('gold')).data.searched).toEqual(['tokens', 'names']);
    expect(await found('gold exchange')).toEqual([]);
  });
});
