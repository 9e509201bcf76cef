import { resolve } from 'node:path';
import { getHeapStatistics } from 'node:v8';
import { validateSync } from 'class-validator';
import type { Address } from '../../domain/chain/hex.js';
import { parseAddress } from '../../domain/chain/record/address.js';
import type { GraphServer } from '../neo4j/graph-database.js';
import {
  DEFAULT_PRICES,
  EnvironmentVariables,
  type LogLevel,
  type StateProofs,
} from './environment-variables.js';
import { misspeltNames } from './misspelt-names.js';
import { type PaySettings, saleObstacles } from './pay-settings.js';
import { parsePayToken } from './pay-token.js';
import type { Role } from './role.js';
import { roleObstacles } from './role-obstacles.js';
import { partsOf, VARIABLES } from './variable.js';

/** The settings of one process, read once at its start. */
export abstract class Config {
  /** 0 for a free one. */
  abstract readonly port: number;
  abstract readonly host: string;
  /** Absolute. */
  abstract readonly dataDir: string;
  /** Preferred first; empty for the demo chain. */
  abstract readonly rpcUrls: readonly string[];
  /** Preferred first; empty where validator queues are not sampled, and for the demo chain. */
  abstract readonly beaconUrls: readonly string[];
  /** Absent for the embedded PostgreSQL. */
  abstract readonly databaseUrl?: string;
  abstract readonly role: Role;
  /** A standby of the database to read from; absent where the database itself is read. */
  abstract readonly databaseReadUrl?: string;
  /** Absent where one server has all rows. */
  abstract readonly distributed?: 'citus';
  /** Absent where PostgreSQL serves the graph. */
  abstract readonly neo4j?: 'embedded' | GraphServer;
  /** Absent when not set: 0, or what the demo chain begins with. */
  abstract readonly firstBlock?: number;
  /** Absolute; absent when not set. */
  abstract readonly genesisFile?: string;
  /** Unix seconds by name, of forks that the schedule leaves undated. */
  abstract readonly forkTimes: ReadonlyMap<string, number>;
  abstract readonly stateProofs: StateProofs;
  abstract readonly access: 'keys' | 'open';
  /** Whether the pages for people are served. */
  abstract readonly explorer: boolean;
  /** Addresses and CIDRs; empty where nobody's `X-Forwarded-For` is believed. */
  abstract readonly trustedProxies: readonly string[];
  /** Absent when not set: metrics are open to the loopback alone. */
  abstract readonly metricsToken?: string;
  /** Name of the transparency log; none is kept without. */
  abstract readonly logOrigin?: string;
  /** 0 for none. */
  abstract readonly cacheMb: number;
  abstract readonly priceCarryHours: number;
  abstract readonly portfolioMaxPositions: number;
  abstract readonly facilitator: {
    /** 0 for a free one. */
    readonly port: number;
    readonly host: string;
    /** Absolute; absent when not set. */
    readonly keyFile?: string;
    readonly tokens: readonly Address[];
  };
  abstract readonly logLevel: LogLevel;
  /** Without a slash at its end; absent when not set: host and port. */
  abstract readonly publicUrl?: string;
  abstract readonly pay: PaySettings;
}

const MOST_CACHE_MB = Math.floor(getHeapStatistics().heap_size_limit / 2 ** 21);

/** The environment holds values that cannot be used; one line per variable, without secrets. */
export class ConfigRefused extends Error {
  constructor(readonly lines: readonly string[]) {
    super(`the environment cannot be used:\n${lines.map((line) => `  ${line}`).join('\n')}`);
    this.name = 'ConfigRefused';
  }
}

/**
 * Reads the environment; a variable set to nothing counts as not set.
 * @throws ConfigRefused naming every variable that is wrong, or nearly has the name of one.
 */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const refused = misspeltNames(environment, [...VARIABLES.keys()]).map(
    ({ name, meant }) => `${name} means nothing: was ${meant} meant?`,
  );
  const variables = variablesOf(environment);
  const problems = problemsOf(variables);
  const read = <N extends keyof EnvironmentVariables, T>(
    name: N,
    parse: (text: NonNullable<EnvironmentVariables[N]>) => T,
  ): T | Extract<EnvironmentVariables[N], undefined> => {
    const text = variables[name];
    const problem = problems.get(name);
    if (problem !== undefined) refused.push(problem);
    // The value of a refused variable is never seen: all of them are refused together below.
    return (problem === undefined && text !== undefined ? parse(text) : undefined) as T;
  };
  const databaseUrl = read('DATABASE_URL', asItIs);
  const embedded = read('NEO4J', asItIs);
  const uri = read('NEO4J_URI', asItIs);
  const user = read('NEO4J_USER', asItIs);
  const password = read('NEO4J_PASSWORD', asItIs);
  if (embedded !== undefined && uri !== undefined)
    refused.push('NEO4J and NEO4J_URI name two servers: set one of them');
  const neo4j = uri === undefined ? embedded : { uri, user, ...(password === undefined ? {} : { password }) };
  const firstBlock = read('FIRST_BLOCK', Number);
  const genesisFile = read('GENESIS_FILE', toPath);
  const publicUrl = read('PUBLIC_URL', withoutSlash);
  const logOrigin = read('LOG_ORIGIN', asItIs);
  const metricsToken = read('METRICS_TOKEN', asItIs);
  const rpcUrls = read('RPC_URLS', partsOf);
  const beaconUrls = read('BEACON_URLS', partsOf);
  if (beaconUrls?.length > 0 && rpcUrls?.length === 0)
    refused.push('BEACON_URLS are of a real chain, and the demo chain has its own: set RPC_URLS, too');
  const cacheMb = read('CACHE_MB', Number);
  if (cacheMb > MOST_CACHE_MB)
    refused.push(
      `CACHE_MB must leave half of the heap, of ${2 * MOST_CACHE_MB} MB, to the service: raise --max-old-space-size in NODE_OPTIONS for more`,
    );
  const keyFile = read('FACILITATOR_KEY_FILE', toPath);
  const port = read('PORT', Number);
  const payUrl = read('PAY_URL', withoutSlash);
  const payTo = read('PAY_TO', toAddress);
  const facilitatorUrl = read('FACILITATOR_URL', withoutSlash);
  const payToken = read('PAY_TOKEN', parsePayToken);
  const pay: PaySettings = {
    port: read('PAY_PORT', Number) ?? nextTo(port),
    network: read('PAY_NETWORK', toNetwork),
    prices: read('PAY_PRICES', toPrices),
    ...(payUrl === undefined ? {} : { url: payUrl }),
    ...(payTo === undefined ? {} : { to: payTo }),
    ...(facilitatorUrl === undefined ? {} : { facilitatorUrl }),
    ...(payToken === undefined ? {} : { token: payToken }),
  };
  if (rpcUrls?.length > 0) refused.push(...saleObstacles(pay));
  const role = read('ROLE', asItIs);
  const databaseReadUrl = read('DATABASE_READ_URL', asItIs);
  const distributed = read('DISTRIBUTED', asItIs);
  if (distributed !== undefined && databaseUrl === undefined)
    refused.push('DISTRIBUTED=citus is of a cluster: set DATABASE_URL to its coordinator, too');
  if (distributed !== undefined && databaseReadUrl !== undefined)
    refused.push('DATABASE_READ_URL has no standby of a cluster: remove it, or DISTRIBUTED');
  const embedsNeo4j = embedded !== undefined;
  refused.push(...roleObstacles(role, { rpcUrls, databaseUrl, databaseReadUrl, embedsNeo4j }));
  const config: Config = {
    port,
    pay,
    role,
    host: read('HOST', asItIs),
    dataDir: read('DATA_DIR', toPath),
    rpcUrls,
    beaconUrls,
    forkTimes: read('FORK_TIMES', toForkTimes),
    stateProofs: read('STATE_PROOFS', asItIs),
    access: read('ACCESS', asItIs),
    explorer: read('EXPLORER', asItIs) === 'on',
    trustedProxies: read('TRUSTED_PROXIES', partsOf),
    cacheMb,
    priceCarryHours: read('PRICE_CARRY_HOURS', Number),
    portfolioMaxPositions: read('PORTFOLIO_MAX_POSITIONS', Number),
    facilitator: {
      port: read('FACILITATOR_PORT', Number),
      host: read('FACILITATOR_HOST', asItIs),
      tokens: read('FACILITATOR_TOKENS', toAddresses),
      ...(keyFile === undefined ? {} : { keyFile }),
    },
    logLevel: read('LOG_LEVEL', asItIs),
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
    ...(databaseReadUrl === undefined ? {} : { databaseReadUrl }),
    ...(distributed === undefined ? {} : { distributed }),
    ...(neo4j === undefined ? {} : { neo4j }),
    ...(firstBlock === undefined ? {} : { firstBlock }),
    ...(genesisFile === undefined ? {} : { genesisFile }),
    ...(publicUrl === undefined ? {} : { publicUrl }),
    ...(metricsToken === undefined ? {} : { metricsToken }),
    ...(logOrigin === undefined ? {} : { logOrigin }),
  };
  if (refused.length > 0) throw new ConfigRefused(refused);
  return config;
}

/** The next port; 0 where there is none. */
const nextTo = (port: number): number => (port === 0 || port === 65_535 ? 0 : port + 1);

/** The environment as declared; a variable set to nothing counts as not set. */
function variablesOf(environment: NodeJS.ProcessEnv): EnvironmentVariables {
  const variables = new EnvironmentVariables();
  for (const name of VARIABLES.keys()) {
    const text = environment[name]?.trim();
    if (text) Object.assign(variables, { [name]: text });
  }
  return variables;
}

/** A line for each variable that is wrong. */
function problemsOf(variables: EnvironmentVariables): ReadonlyMap<string, string> {
  return new Map(
    validateSync(variables).map(({ property, value }) => {
      const { mustBe, shown = JSON.stringify } = VARIABLES.get(property)!;
      return [property, `${property} must be ${mustBe}, and is ${shown(value)}`];
    }),
  );
}

const asItIs = <T>(text: T): T => text;
const toPath = (text: string): string => resolve(text);
const toAddress = (text: string): Address => parseAddress(text)!;
const toAddresses = (text: string): Address[] => text.split(',').map((part) => toAddress(part.trim()));
const toNetwork = (text: string): PaySettings['network'] => text as PaySettings['network'];
const withoutSlash = (text: string): string => text.replace(/\/+$/, '');
const pairsOf = (text: string): string[][] => partsOf(text).map((part) => part.split('='));
const toForkTimes = (text: string): Map<string, number> =>
  new Map(pairsOf(text).map(([name = '', time]) => [name, Number(time)]));
const toPrices = (text: string): Map<string, bigint> =>
  new Map(
    pairsOf(`${DEFAULT_PRICES},${text}`).map(([name = '', price = '']) => [name.trim(), BigInt(price)]),
  );
