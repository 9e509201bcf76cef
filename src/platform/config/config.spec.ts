import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ConfigRefused, readConfig } from './config.js';
import { configTable } from './config-table.js';
import { redactUrl } from './redact-url.js';
import { VARIABLES } from './variable.js';

const refusalOf = (environment: NodeJS.ProcessEnv): readonly string[] => {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigRefused) return error.lines;
    throw error;
  }
  return [];
};

describe('the configuration', () => {
  it('has a default for everything', () => {
    const byDefault = {
      port: 8080,
      host: '127.0.0.1',
      dataDir: resolve('.data'),
      rpcUrls: [],
      beaconUrls: [],
      role: 'all',
      forkTimes: new Map(),
      stateProofs: 'claims',
      access: 'keys',
      explorer: true,
      trustedProxies: [],
      cacheMb: 64,
      priceCarryHours: 48,
      portfolioMaxPositions: 10_000,
      facilitator: {
        port: 8402,
        host: '127.0.0.1',
        tokens: ['0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'],
      },
      logLevel: 'info',
      pay: {
        port: 8081,
        network: 'eip155:1',
        prices: new Map([
          ['Enriched Data', 1_000n],
          ['Intelligence', 5_000n],
        ]),
      },
    };
    expect(readConfig({})).toEqual(byDefault);
    expect(readConfig({ PORT: '', RPC_URLS: ' ', DATABASE_URL: '', FIRST_BLOCK: '' })).toEqual(byDefault);
  });

  it('has roles over machines for a real chain and a database that processes share', () => {
    const shared = { RPC_URLS: 'http://a', DATABASE_URL: 'postgres://h/db' };
    for (const ROLE of ['all', 'ingest', 'fetch', 'evaluate', 'api'])
      expect(readConfig({ ...shared, ROLE }).role).toBe(ROLE);
    expect(refusalOf({ ...shared, ROLE: 'seal' })).toEqual([
      'ROLE must be all, ingest, fetch, evaluate or api, and is "seal"',
    ]);
    expect(refusalOf({ ROLE: 'api', NEO4J: 'embedded' })).toEqual([
      'ROLE=api is for a real chain: set RPC_URLS, too',
      'ROLE=api shares a database with other processes: set DATABASE_URL, too',
      'NEO4J=embedded belongs to a process with ROLE=all: set NEO4J_URI to a Neo4j that processes share',
    ]);
    expect(readConfig({ NEO4J: 'embedded' }).role).toBe('all');
    const DATABASE_READ_URL = 'postgres://standby/db';
    expect(readConfig({ ...shared, ROLE: 'api', DATABASE_READ_URL }).databaseReadUrl).toBe(DATABASE_READ_URL);
    for (const ROLE of ['all', 'ingest', 'fetch', 'evaluate'])
      expect(refusalOf({ ...shared, ROLE, DATABASE_READ_URL })).toEqual([
        'DATABASE_READ_URL is for processes that only answer: set ROLE=api, too',
      ]);
  });

  it('is what the environment says', () => {
    expect(
      readConfig({
        PORT: '0',
        HOST: '::1',
        DATA_DIR: '/srv/chain',
        RPC_URLS: 'http://a:8545, https://b/v3/key,',
        BEACON_URLS: 'http://c:5052',
        DATABASE_URL: 'postgresql://u:p@h/db',
        FIRST_BLOCK: '25000000',
        FORK_TIMES: 'amsterdam=1800000000, bogota=1900000000',
        STATE_PROOFS: 'none',
        ACCESS: 'open',
        EXPLORER: 'off',
        LOG_ORIGIN: 'proofs.example/log',
        TRUSTED_PROXIES: '10.0.0.5, fd00::/64',
        CACHE_MB: '0',
        PRICE_CARRY_HOURS: '6',
        PORTFOLIO_MAX_POSITIONS: '500',
        FACILITATOR_PORT: '0',
        FACILITATOR_HOST: '::1',
        FACILITATOR_KEY_FILE: '/run/secrets/settler',
        FACILITATOR_TOKENS: `0x${'aB'.repeat(20)}, 0x${'01'.repeat(20)}`,
        LOG_LEVEL: 'debug',
        PUBLIC_URL: 'https://proofs.example/',
        PAY_TO: `0x${'9A'.repeat(20)}`,
        PAY_URL: 'https://pay.proofs.example/',
        FACILITATOR_URL: 'https://settle.example/x402',
        PAY_NETWORK: 'eip155:8453',
        PAY_TOKEN: `0x${'Ab'.repeat(20)}:Dollar: the good one:2`,
        PAY_PRICES: 'Intelligence=7, getAddressPortfolio=20000',
      }),
    ).toEqual({
      port: 0,
      host: '::1',
      dataDir: '/srv/chain',
      rpcUrls: ['http://a:8545', 'https://b/v3/key'],
      beaconUrls: ['http://c:5052'],
      databaseUrl: 'postgresql://u:p@h/db',
      role: 'all',
      firstBlock: 25_000_000,
      forkTimes: new Map([
        ['amsterdam', 1_800_000_000],
        ['bogota', 1_900_000_000],
      ]),
      stateProofs: 'none',
      access: 'open',
      explorer: false,
      trustedProxies: ['10.0.0.5', 'fd00::/64'],
      logOrigin: 'proofs.example/log',
      cacheMb: 0,
      priceCarryHours: 6,
      portfolioMaxPositions: 500,
      facilitator: {
        port: 0,
        host: '::1',
        keyFile: '/run/secrets/settler',
        tokens: [`0x${'ab'.repeat(20)}`, `0x${'01'.repeat(20)}`],
      },
      logLevel: 'debug',
      publicUrl: 'https://proofs.example',
      pay: {
        port: 0,
        to: `0x${'9a'.repeat(20)}`,
        url: 'https://pay.proofs.example',
        facilitatorUrl: 'https://settle.example/x402',
        network: 'eip155:8453',
        token: { address: `0x${'ab'.repeat(20)}`, name: 'Dollar: the good one', version: '2' },
        prices: new Map([
          ['Enriched Data', 1_000n],
          ['Intelligence', 7n],
          ['getAddressPortfolio', 20_000n],
        ]),
      },
    });
  });

  it('names one Neo4j, with its password or without', () => {
    const neo4j = (environment: NodeJS.ProcessEnv) => readConfig(environment).neo4j;
    expect(neo4j({ NEO4J: 'embedded' })).toBe('embedded');
    const uri = 'neo4j+s://graph.example';
    expect(neo4j({ NEO4J_URI: uri })).toEqual({ uri, user: 'neo4j' });
    expect(neo4j({ NEO4J_URI: uri, NEO4J_USER: 'me', NEO4J_PASSWORD: 'p' })).toEqual({
      uri,
      user: 'me',
      password: 'p',
    });
    expect(refusalOf({ NEO4J: 'embedded', NEO4J_URI: uri })).toEqual([
      'NEO4J and NEO4J_URI name two servers: set one of them',
    ]);
    expect(refusalOf({ NEO4J_URI: 'http://u:s3cret@graph.example' })).toEqual([
      'NEO4J_URI must be a bolt:// or neo4j:// URL without user and password, and is http://graph.example',
    ]);
    expect(refusalOf({ NEO4J_URI: 'bolt://u:s3cret@graph.example?policy=a' })).toEqual([
      'NEO4J_URI must be a bolt:// or neo4j:// URL without user and password, and is bolt://graph.example?…',
    ]);
  });

  it('keeps no more answers than half of the heap holds', () => {
    expect(refusalOf({ CACHE_MB: '65536' })).toEqual([
      expect.stringMatching(/^CACHE_MB must leave half of the heap, of \d+ MB, to the service/),
    ]);
  });

  it('shows nothing of a password that is not encoded', () => {
    for (const url of [
      'postgres://u:p@ss/word@db.example/chain',
      'postgres://u:2024/Secret@db.example/chain',
    ])
      expect(refusalOf({ DATABASE_URL: url })).toEqual([
        'DATABASE_URL must be a postgres:// URL, with / and @ of its password as %2F and %40, and is postgres://…',
      ]);
  });

  it('takes no list without a URL for the demo chain', () => {
    for (const RPC_URLS of [',', ' , ,'])
      expect(refusalOf({ RPC_URLS })).toEqual([
        expect.stringMatching(
          /^RPC_URLS must be http or https URLs separated by commas, and is \(not a URL\),/,
        ),
      ]);
  });

  it('takes no beacon nodes for the demo chain, which has its own', () => {
    expect(refusalOf({ BEACON_URLS: 'http://c:5052' })).toEqual([
      'BEACON_URLS are of a real chain, and the demo chain has its own: set RPC_URLS, too',
    ]);
  });

  it('sells calls only where somebody is paid, in a known token, and settles', () => {
    const refused = (environment: NodeJS.ProcessEnv) => refusalOf({ RPC_URLS: 'http://a', ...environment });
    const PAY_TO = `0x${'9a'.repeat(20)}`;
    expect(refused({ PAY_TO, FACILITATOR_URL: 'http://b' })).toEqual([]);
    expect(refused({ PAY_TO })).toEqual([
      'PAY_TO needs FACILITATOR_URL, too: a facilitator settles the payments',
    ]);
    expect(refused({ FACILITATOR_URL: 'http://b' })).toEqual([
      'FACILITATOR_URL has no effect without PAY_TO: there is no recipient',
    ]);
    expect(refused({ PAY_TO, FACILITATOR_URL: 'http://b', PAY_NETWORK: 'eip155:8453' })).toEqual([
      'PAY_NETWORK eip155:8453 needs PAY_TOKEN, too: only mainnet has one by default',
    ]);
    for (const environment of [
      { PAY_TO: '0x12' },
      { PAY_NETWORK: 'base' },
      { PAY_TOKEN: PAY_TO },
      { PAY_PRICES: 'Intelligence' },
      { PAY_PRICES: 'getBlock=0' },
      { PAY_PRICES: 'getBlock=0.5' },
    ]) {
      expect(refusalOf(environment)).toHaveLength(1);
    }
  });

  it('names every variable that is wrong, in a line each', () => {
    expect(
      refusalOf({ PORT: '65536', HOST: 'a b', FIRST_BLOCK: '-1', LOG_LEVEL: 'loud', ACCESS: 'all' }),
    ).toEqual([
      'FIRST_BLOCK must be a block number, and is "-1"',
      'PORT must be a port number from 0 to 65535, and is "65536"',
      'HOST must be a host name or an IP address, and is "a b"',
      'ACCESS must be keys or open, and is "all"',
      'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, and is "loud"',
    ]);
    for (const text of ['8080x', '1e3', '0x50', '80.5', '99999999999999999999']) {
      expect(refusalOf({ PORT: text })).toHaveLength(1);
    }
  });

  it('trusts no proxy that it cannot tell from others', () => {
    for (const text of [
      'proxy.example',
      '10.1',
      '10.0.0.0/33',
      '10.0.0.0/0',
      '::/129',
      '10.0.0.0/255.0.0.0',
      'loopback',
    ])
      expect(refusalOf({ TRUSTED_PROXIES: text })).toEqual([
        `TRUSTED_PROXIES must be IP addresses and CIDRs separated by commas, and is "${text}"`,
      ]);
  });

  it('never shows a secret', () => {
    const [database, nodes, ...others] = refusalOf({
      DATABASE_URL: 'mysql://admin:s3cret@db.example/chain',
      RPC_URLS: 'https://eth.example/v3/s3cret?key=s3cret,ftp://user:s3cret@node.example',
      PUBLIC_URL: 's3cret',
      METRICS_TOKEN: 's3cret',
    });
    expect(database).toBe(
      'DATABASE_URL must be a postgres:// URL, with / and @ of its password as %2F and %40, and is mysql://db.example/…',
    );
    expect(others).toEqual([
      'METRICS_TOKEN must be at least 16 visible ASCII characters, and is not shown',
      'RPC_URLS must be http or https URLs separated by commas, and is https://eth.example/…?…,ftp://node.example',
    ]);
    expect(nodes).toBe('PUBLIC_URL must be an http or https URL, and is (not a URL)');
    expect(refusalOf({ RPC_URLS: 'https://user:12,s3cret@node.example' })).toEqual([
      'RPC_URLS must be http or https URLs separated by commas, and is (not a URL),(not a URL)',
    ]);
    expect(redactUrl('https://9f8e7d6c5b4a39281706f5e4d3c2b1a0.eth.example/s3cret')).toBe(
      'https://….eth.example/…',
    );
    expect(redactUrl('https://user:12?s3cret@eth.example')).toBe('https://…');
    expect(redactUrl('postgres://u:s3cret@h:5432/chain?sslpassword=s3cret')).toBe(
      'postgres://h:5432/chain?…',
    );
  });

  it('is documented variable by variable', () => {
    const table = configTable();
    for (const name of VARIABLES.keys()) expect(table).toContain(`| \`${name}\` |`);
    if (existsSync('docs/settings.md')) expect(readFileSync('docs/settings.md', 'utf8')).toContain(table);
  });
});
