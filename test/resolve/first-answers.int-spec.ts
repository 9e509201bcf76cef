import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readBindings } from '../../src/definition/binding/read-bindings.js';
import { DEFINITIONS } from '../../src/definition/read-definitions.js';
import { shapesOf } from '../../src/evaluator/text/alike.js';
import { decoratedAppearance, isTakenFor } from '../../src/evaluator/text/appearance.js';
import { plain } from '../../src/evaluator/text/plain-text.js';
import { NamePass } from '../../src/projection/name/name-pass.js';
import { NameRegistries } from '../../src/projection/name/name-registries.js';
import { nameRegistries } from '../../src/runtime/name/name-registries.js';
import { ask } from '../e2e/fixture/ask.js';
import { aBlock } from '../e2e/fixture/block-row.js';
import { type OpenDatabase, openDatabase } from '../e2e/fixture/open-database.js';
import { startService, type TestService } from '../e2e/fixture/service.js';
import { insert } from '../e2e/fixture/store-chain.js';
import { REFERENCE_DIRECTORY } from '../recorded/reference-directory.js';
import { FIRST_ANSWERS, IMITATIONS } from './first-answers.js';
import { KNOWN_TOKENS } from './known-tokens.js';
import { type ListedToken, publishedLists } from './published-lists.js';
import { HEAD, storeNameClaims, storeNameDefinitions, storeTokens } from './store-names.js';

const suite = REFERENCE_DIRECTORY === undefined ? describe.skip : describe;

/** Primary names that their owners have set. */
const PRIMARY_NAMES = [
  ['0xd8da6bf26964af9d7eed9e03e53415d37aa96045', 'vitalik.eth'],
  ['0x5555763613a12d8f3e73be831dff8598089d3dca', 'richmoo.eth'],
  ['0x3271ae4cc04e6b17e575dea838ad5bd6de28002c', 'frenky.eth'],
  ['0x33ebe3528619554ddc975c2bccb1d48addc18724', 'shayneh.eth'],
  ['0xb5ee030c71e76c3e03b2a8d425dbb9b395037c82', 'daqhris.eth'],
  ['0xa2de2d19edb4094c79fb1a285f3c30c77931bf1e', 'facesof.eth'],
  ['0xfebbb8f00edc95acf6aa55ef42d488f1748d970e', 'vatos.eth'],
  ['0xf1de3ad1a616ef437ace2b1805ee92baff14c4c6', 'patricks.eth'],
  ['0x0e4ce26d348d1e5b02e0b30c87608abf596854e2', 'luiscalcada.eth'],
] as const;

/** Symbols that are USDC apart from decoration, each of its own token. */
const HOSTILE: readonly ListedToken[] = [
  'USDC.',
  'USDC...',
  '$USDC',
  '$usdc.',
  'USDC\u202e',
  'USDC\u200f.',
  'USDC.eth',
  'usdc.png',
  'USDC\u202egnp.',
  '[USDC]',
].map((symbol, at) => ({ address: `0x${'bad'.repeat(13)}${at}`, symbol, name: `Dollars ${at}` }));

suite('what is found first in published lists (skipped where SHARED_DIR holds none)', () => {
  let database: OpenDatabase;
  let service: TestService;
  const bindings = readBindings([`${DEFINITIONS}/bindings`]);
  const assets = bindings.get('canonical-assets')!.members;
  const ofAssets = [...assets.values()].map(([entry]) => {
    const { symbol, name } = entry!.fields;
    return { symbol: symbol!, names: [symbol!, name!].map((text) => shapesOf(plain(text)!)) };
  });

  /** The asset that a token imitates, as the engine evaluates `risk:impersonates_asset`. */
  function imitated({ address, symbol, name }: ListedToken): string | undefined {
    if (assets.has(address)) return undefined;
    for (const text of [symbol, name]) {
      const appearance = decoratedAppearance(Buffer.from(text));
      const original = ofAssets.find(({ names }) => isTakenFor(appearance, names));
      if (original) return original.symbol;
    }
    return undefined;
  }

  beforeAll(async () => {
    database = await openDatabase();
    const { tokens: listed, names, scams } = publishedLists(REFERENCE_DIRECTORY!);
    const tokens = new Map([...listed, ...HOSTILE.map((token) => [token.address, token] as const)]);
    const { pool } = database;
    await storeNameDefinitions(pool);
    // Without a block, PostgreSQL plans again for each address whether its nature is evaluated.
    await insert(pool, 'block', aBlock(HEAD, []));
    await storeTokens(pool, [...tokens.values()]);
    await storeNameClaims(pool, [
      ...[...names].map(([address, value]) => ({ address, id: 'identity:listed_name', value })),
      ...PRIMARY_NAMES.map(([address, value]) => ({ address, id: 'identity:ens_primary_name', value })),
      ...[...tokens.values()].flatMap((token) => {
        const value = imitated(token);
        return value === undefined ? [] : [{ address: token.address, id: 'risk:impersonates_asset', value }];
      }),
    ]);
    const members = (id: string) => bindings.get(id)!.members;
    const registries = new NameRegistries({
      official: members('official-names'),
      mixers: members('mixers'),
      cautions: members('cautions'),
      flagged: new Map([...scams].map((address) => [address, [{ from: 0, fields: { reason: 'listed' } }]])),
      sanctioned: members('ofac-sanctions'),
      assets: members('canonical-assets'),
    });
    await new NamePass(pool, registries).run();
    // As autovacuum does after a minute.
    await pool.query('ANALYZE');
    service = await startService({ pool, names: registries, firstBlock: 0 });
  });
  afterAll(async () => {
    await service?.close();
    await database?.close();
  });

  const resolve = async (query: string, limit = 20) => {
    const { status, json } = await ask(
      service.baseUrl,
      `/api/v1/chains/1/resolve?q=${encodeURIComponent(query)}&limit=${limit}`,
    );
    expect(status).toBe(200);
    return json.data.matches as { address: string; nameStanding?: string; impersonates?: string }[];
  };

  it('asks 200 questions', () => {
    expect(new Set(FIRST_ANSWERS.map(([query]) => query)).size).toBe(200);
  });

  it.each(FIRST_ANSWERS)('%s is %s', async (query, address) => {
    expect((await resolve(query, 1)).map((match) => match.address)).toEqual([address]);
  });

  it('knows 83 tokens', () => {
    expect(new Set(KNOWN_TOKENS.map(([symbol]) => symbol)).size).toBe(83);
  });

  it.each(KNOWN_TOKENS)('the token %s, by its exact symbol, is %s', async (symbol, address) => {
    expect((await resolve(symbol, 1)).map((match) => match.address)).toEqual([address]);
  });

  it.each(IMITATIONS)(
    '%s finds %s, an imitation of %s, after all that is not flagged',
    async (query, address, asset) => {
      const matches = await resolve(query);
      const flags = matches.map(
        ({ nameStanding, impersonates }) => nameStanding === 'danger' || impersonates !== undefined,
      );
      expect(flags).toEqual([...flags].sort());
      expect(matches).toContainEqual(
        expect.objectContaining({ address, nameStanding: 'danger', impersonates: asset }),
      );
    },
  );

  it.each(HOSTILE)('$symbol is flagged, and after all that is not', async ({ address, symbol }) => {
    const matches = await resolve(symbol);
    const flags = matches.map(({ impersonates }) => impersonates !== undefined);
    expect(flags).toEqual([...flags].sort());
    expect(await resolve(address)).toEqual([
      expect.objectContaining({ address, nameStanding: 'danger', impersonates: 'USDC' }),
    ]);
  });

  it('uses its own registries', () => {
    const listed = nameRegistries({ isDemo: false });
    expect(listed.at('0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', 0)).toEqual({ official: 'USD Coin' });
  });
});
