import type { Address } from '../../domain/chain/record/address.js';
import type { GraphServer } from '../neo4j/graph-database.js';
import { misspeltNames } from './misspelt-names.js';
import { type PaySettings, saleObstacles } from './pay-settings.js';
import { type LogLevel, VARIABLES, type Variable } from './variables.js';

/** The settings of one process, read once at its start. */
export interface Config {
  /** 0 for a free one. */
  readonly port: number;
  readonly host: string;
  /** Absolute. */
  readonly dataDir: string;
  /** Preferred first; empty for the demo chain. */
  readonly rpcUrls: readonly string[];
  /** Preferred first; empty where validator queues are not sampled, and for the demo chain. */
  readonly beaconUrls: readonly string[];
  /** Absent for the embedded PostgreSQL. */
  readonly databaseUrl?: string;
  /** Absent where PostgreSQL serves the graph. */
  readonly neo4j?: 'embedded' | GraphServer;
  /** Absent when not set: 0, or what the demo chain begins with. */
  readonly firstBlock?: number;
  /** Absolute; absent when not set. */
  readonly genesisFile?: string;
  /** Unix seconds by name, of forks that the schedule leaves undated. */
  readonly forkTimes: ReadonlyMap<string, number>;
  readonly access: 'keys' | 'open';
  /** Absent when not set: metrics are open to the loopback alone. */
  readonly metricsToken?: string;
  /** 0 for none. */
  readonly cacheMb: number;
  readonly priceCarryHours: number;
  readonly portfolioMaxPositions: number;
  readonly facilitator: {
    /** 0 for a free one. */
    readonly port: number;
    readonly host: string;
    /** Absolute; absent when not set. */
    readonly keyFile?: string;
    readonly tokens: readonly Address[];
  };
  readonly logLevel: LogLevel;
  /** Without a slash at its end; absent when not set: host and port. */
  readonly publicUrl?: string;
  readonly pay: PaySettings;
}

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
  const refused = misspeltNames(environment, Object.keys(VARIABLES)).map(
    ({ name, meant }) => `${name} means nothing: was ${meant} meant?`,
  );
  const read = <T>(name: keyof typeof VARIABLES, { schema, mustBe, shown }: Variable<T>): T => {
    const text = environment[name]?.trim() || undefined;
    const result = schema.safeParse(text);
    if (!result.success) refused.push(`${name} must be ${mustBe}, and is ${shown(text ?? '')}`);
    // The value of a refused variable is never seen: all of them are refused together below.
    return result.data as T;
  };
  const databaseUrl = read('DATABASE_URL', VARIABLES.DATABASE_URL);
  const embedded = read('NEO4J', VARIABLES.NEO4J);
  const uri = read('NEO4J_URI', VARIABLES.NEO4J_URI);
  const user = read('NEO4J_USER', VARIABLES.NEO4J_USER);
  const password = read('NEO4J_PASSWORD', VARIABLES.NEO4J_PASSWORD);
  if (embedded !== undefined && uri !== undefined)
    refused.push('NEO4J and NEO4J_URI name two servers: set one of them');
  const neo4j = uri === undefined ? embedded : { uri, user, ...(password === undefined ? {} : { password }) };
  const firstBlock = read('FIRST_BLOCK', VARIABLES.FIRST_BLOCK);
  const genesisFile = read('GENESIS_FILE', VARIABLES.GENESIS_FILE);
  const publicUrl = read('PUBLIC_URL', VARIABLES.PUBLIC_URL);
  const metricsToken = read('METRICS_TOKEN', VARIABLES.METRICS_TOKEN);
  const rpcUrls = read('RPC_URLS', VARIABLES.RPC_URLS);
  const beaconUrls = read('BEACON_URLS', VARIABLES.BEACON_URLS);
  if (beaconUrls?.length > 0 && rpcUrls?.length === 0)
    refused.push('BEACON_URLS are of a real chain, and the demo chain has its own: set RPC_URLS, too');
  const keyFile = read('FACILITATOR_KEY_FILE', VARIABLES.FACILITATOR_KEY_FILE);
  const port = read('PORT', VARIABLES.PORT);
  const payUrl = read('PAY_URL', VARIABLES.PAY_URL);
  const payTo = read('PAY_TO', VARIABLES.PAY_TO);
  const facilitatorUrl = read('FACILITATOR_URL', VARIABLES.FACILITATOR_URL);
  const payToken = read('PAY_TOKEN', VARIABLES.PAY_TOKEN);
  const pay: PaySettings = {
    port: read('PAY_PORT', VARIABLES.PAY_PORT) ?? nextTo(port),
    network: read('PAY_NETWORK', VARIABLES.PAY_NETWORK),
    prices: read('PAY_PRICES', VARIABLES.PAY_PRICES),
    ...(payUrl === undefined ? {} : { url: payUrl }),
    ...(payTo === undefined ? {} : { to: payTo }),
    ...(facilitatorUrl === undefined ? {} : { facilitatorUrl }),
    ...(payToken === undefined ? {} : { token: payToken }),
  };
  if (rpcUrls?.length > 0) refused.push(...saleObstacles(pay));
  const config: Config = {
    port,
    pay,
    host: read('HOST', VARIABLES.HOST),
    dataDir: read('DATA_DIR', VARIABLES.DATA_DIR),
    rpcUrls,
    beaconUrls,
    forkTimes: read('FORK_TIMES', VARIABLES.FORK_TIMES),
    access: read('ACCESS', VARIABLES.ACCESS),
    cacheMb: read('CACHE_MB', VARIABLES.CACHE_MB),
    priceCarryHours: read('PRICE_CARRY_HOURS', VARIABLES.PRICE_CARRY_HOURS),
    portfolioMaxPositions: read('PORTFOLIO_MAX_POSITIONS', VARIABLES.PORTFOLIO_MAX_POSITIONS),
    facilitator: {
      port: read('FACILITATOR_PORT', VARIABLES.FACILITATOR_PORT),
      host: read('FACILITATOR_HOST', VARIABLES.FACILITATOR_HOST),
      tokens: read('FACILITATOR_TOKENS', VARIABLES.FACILITATOR_TOKENS),
      ...(keyFile === undefined ? {} : { keyFile }),
    },
    logLevel: read('LOG_LEVEL', VARIABLES.LOG_LEVEL),
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
    ...(neo4j === undefined ? {} : { neo4j }),
    ...(firstBlock === undefined ? {} : { firstBlock }),
    ...(genesisFile === undefined ? {} : { genesisFile }),
    ...(publicUrl === undefined ? {} : { publicUrl }),
    ...(metricsToken === undefined ? {} : { metricsToken }),
  };
  if (refused.length > 0) throw new ConfigRefused(refused);
  return config;
}

/** 0 where there is none. */
const nextTo = (port: number): number => (port === 0 || port === 65_535 ? 0 : port + 1);
