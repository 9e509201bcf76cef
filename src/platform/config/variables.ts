import { resolve } from 'node:path';
import { z } from 'zod';
import { type Address, parseAddress } from '../../domain/chain/record/address.js';
import { MAINNET_DOLLAR } from '../../domain/token/mainnet-dollar.js';
import { redactUrl } from './redact-url.js';

/** One environment variable: what it means to the reader of the README, and how its text is read. */
export interface Variable<T> {
  /** Shown in the README. */
  readonly byDefault: string;
  /** One sentence. */
  readonly says: string;
  /** The valid values, after "must be". */
  readonly mustBe: string;
  /** From the text, or from undefined when it is not set. */
  readonly schema: z.ZodType<T>;
  /** How a wrong value may be shown: never with a secret in it. */
  readonly shown: (text: string) => string;
}

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const asItIs = (text: string) => JSON.stringify(text);

const wholeNumber = (max: number) =>
  z
    .string()
    .regex(/^\d{1,16}$/)
    .transform(Number)
    .pipe(z.number().max(max));

const url = (...protocols: string[]) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol));

/** Without a slash at its end. */
const publicUrl = url('http:', 'https:')
  .transform((text) => text.replace(/\/+$/, ''))
  .optional();

/** Several, separated by commas. */
const nodeUrls = z
  .string()
  .optional()
  .transform((text) => (text ?? '').split(',').flatMap((part) => part.trim() || []))
  .pipe(z.array(url('http:', 'https:')));

const withoutSecrets = (text: string) =>
  text
    .split(',')
    .map((part) => redactUrl(part.trim()))
    .join(',');

const port = (byDefault: string) => z.string().default(byDefault).pipe(wholeNumber(65_535));
const host = z
  .string()
  .default('127.0.0.1')
  .pipe(z.string().regex(/^[\w.:-]+$/));

/** Several, separated by commas. */
const addresses = z.string().transform((text, context) => {
  const parsed = text.split(',').map((part) => parseAddress(part.trim()));
  if (parsed.every((one) => one !== undefined)) return parsed;
  context.addIssue('not addresses');
  return z.NEVER;
});

const address = z
  .string()
  .transform((text) => parseAddress(text))
  .pipe(z.custom<Address>((read) => read !== undefined));

/** Its address, and name and version of its EIP-712 domain. */
const payToken = z
  .string()
  .transform((text) => /^(0x\w{40}):(.+):([^:]+)$/.exec(text)?.slice(1) ?? [])
  .pipe(z.tuple([address, z.string(), z.string()]))
  .transform(([token, name, version]) => ({ address: token, name, version }));

const DEFAULT_PRICES = 'Enriched Data=1000,Intelligence=5000';

/** By plan and operation id; a missing plan has its default price. */
const payPrices = z
  .string()
  .default('')
  .transform((text) => `${DEFAULT_PRICES},${text}`.split(',').flatMap((part) => part.trim() || []))
  .pipe(z.array(z.string().regex(/^[\w ]+=[1-9]\d{0,77}$/)))
  .transform(
    (parts) =>
      new Map(
        parts.map((part) => {
          const [name = '', price = ''] = part.split('=');
          return [name.trim(), BigInt(price)] as const;
        }),
      ),
  );

/** By name, in Unix seconds. */
const forkTimes = z
  .string()
  .default('')
  .transform((text) => text.split(',').flatMap((part) => part.trim() || []))
  .pipe(z.array(z.string().regex(/^[a-z][a-z0-9_]*=\d{1,10}$/)))
  .transform((parts) => new Map(parts.map((part) => [part.split('=')[0]!, Number(part.split('=')[1])])));

const variable = <T>(definition: Variable<T>): Variable<T> => definition;

/** Every variable the service reads, in the order of the README's table. */
export const VARIABLES = {
  PORT: variable({
    byDefault: '`8080`',
    says: 'Port the API listens on; `0` takes a free one.',
    mustBe: 'a port number from 0 to 65535',
    schema: port('8080'),
    shown: asItIs,
  }),
  HOST: variable({
    byDefault: '`127.0.0.1`',
    says: 'Address the API listens on; `0.0.0.0` opens it to the network.',
    mustBe: 'a host name or an IP address',
    schema: host,
    shown: asItIs,
  }),
  DATA_DIR: variable({
    byDefault: '`.data`',
    says: 'Directory for everything kept on disk: the embedded PostgreSQL and Neo4j, and the demo chain.',
    mustBe: 'a path',
    schema: z
      .string()
      .default('.data')
      .transform((path) => resolve(path)),
    shown: asItIs,
  }),
  RPC_URLS: variable({
    byDefault: 'none: a demo chain is started',
    says: 'Execution nodes to follow, separated by commas, the preferred one first.',
    mustBe: 'http or https URLs separated by commas',
    schema: nodeUrls,
    shown: withoutSecrets,
  }),
  BEACON_URLS: variable({
    byDefault: 'none: no validator queues; the demo chain brings its own',
    says: 'Beacon nodes to sample validator queues from, separated by commas, the preferred one first.',
    mustBe: 'http or https URLs separated by commas',
    schema: nodeUrls,
    shown: withoutSecrets,
  }),
  DATABASE_URL: variable({
    byDefault: 'none: an embedded PostgreSQL is started',
    says: 'PostgreSQL to keep everything in, such as `postgres://user:password@host:5432/name`.',
    mustBe: 'a postgres:// URL',
    schema: url('postgres:', 'postgresql:').optional(),
    shown: redactUrl,
  }),
  NEO4J: variable({
    byDefault: 'none: attributes and relations are answered from PostgreSQL',
    says: '`embedded` starts a Neo4j beside the service and answers current attributes and relations from it; needs Java 17 and, once, Maven.',
    mustBe: 'embedded, or not set',
    schema: z.enum(['embedded']).optional(),
    shown: asItIs,
  }),
  NEO4J_URI: variable({
    byDefault: 'none',
    says: 'Neo4j 5.26 or newer to answer them from instead, such as `bolt://host:7687` or `neo4j+s://host`.',
    mustBe: 'a bolt:// or neo4j:// URL',
    schema: url('bolt:', 'bolt+s:', 'bolt+ssc:', 'neo4j:', 'neo4j+s:', 'neo4j+ssc:').optional(),
    shown: redactUrl,
  }),
  NEO4J_USER: variable({
    byDefault: '`neo4j`',
    says: 'User at `NEO4J_URI`.',
    mustBe: 'a name',
    schema: z.string().default('neo4j'),
    shown: asItIs,
  }),
  NEO4J_PASSWORD: variable<string | undefined>({
    byDefault: 'none: no authentication',
    says: 'Its password.',
    mustBe: 'a password',
    schema: z.string().optional(),
    shown: () => 'not shown',
  }),
  FIRST_BLOCK: variable({
    byDefault: '`0`; the demo chain sets its own',
    says: 'Lowest block that exists as far as this service is concerned.',
    mustBe: 'a block number',
    schema: z.string().optional().pipe(wholeNumber(Number.MAX_SAFE_INTEGER).optional()),
    shown: asItIs,
  }),
  GENESIS_FILE: variable({
    byDefault: "none: mainnet's allocation is known, and so is the demo chain's",
    says: 'Genesis file of the chain, as geth reads it: the accounts that `FIRST_BLOCK` begins with.',
    mustBe: 'a path',
    schema: z
      .string()
      .transform((path) => resolve(path))
      .optional(),
    shown: asItIs,
  }),
  FORK_TIMES: variable({
    byDefault: 'none: the times of the fork schedule',
    says: 'When forks begin that the fork schedule leaves undated, in Unix seconds, such as `amsterdam=1800000000`; until it is set, their blocks are refused.',
    mustBe: 'fork=Unix seconds, separated by commas',
    schema: forkTimes,
    shown: asItIs,
  }),
  ACCESS: variable({
    byDefault: '`keys`',
    says: '`keys`: every method needs an API key (`npm run cli -- keys create`). `open`: everybody who reaches the port may ask everything, by its address, as `localhost`, or by the name in `PUBLIC_URL` or `HOST`.',
    mustBe: 'keys or open',
    schema: z
      .string()
      .default('keys')
      .pipe(z.enum(['keys', 'open'])),
    shown: asItIs,
  }),
  METRICS_TOKEN: variable<string | undefined>({
    byDefault: 'none: `/metrics` answers the loopback alone, and no proxy there',
    says: 'Bearer token that `/metrics` asks everybody for, wherever he is.',
    mustBe: 'at least 16 visible ASCII characters',
    schema: z
      .string()
      .regex(/^[\x21-\x7e]{16,}$/)
      .optional(),
    shown: () => 'not shown',
  }),
  CACHE_MB: variable({
    byDefault: '`64`',
    says: 'Memory for answers that are kept until the store changes, MB; `0` keeps none.',
    mustBe: 'a number of MB up to 65536',
    schema: z.string().default('64').pipe(wholeNumber(65_536)),
    shown: asItIs,
  }),
  PRICE_CARRY_HOURS: variable({
    byDefault: '`48`',
    says: 'How many hours an earlier price stands in for hours that have none; feeds of dollars speak once a day.',
    mustBe: 'a number of hours',
    schema: z.string().default('48').pipe(wholeNumber(1_000_000)),
    shown: asItIs,
  }),
  PORTFOLIO_MAX_POSITIONS: variable({
    byDefault: '`10000`',
    says: 'Assets an address may hold for its portfolio to be valued; one that holds more is refused.',
    mustBe: 'a whole number',
    schema: z.string().default('10000').pipe(wholeNumber(1_000_000)),
    shown: asItIs,
  }),
  FACILITATOR_PORT: variable({
    byDefault: '`8402`',
    says: 'Port that `npm run cli -- facilitator` listens on; `0` takes a free one.',
    mustBe: 'a port number from 0 to 65535',
    schema: port('8402'),
    shown: asItIs,
  }),
  FACILITATOR_HOST: variable({
    byDefault: '`127.0.0.1`',
    says: 'Address it listens on: anyone who reaches it can have payments settled at the cost of its account.',
    mustBe: 'a host name or an IP address',
    schema: host,
    shown: asItIs,
  }),
  FACILITATOR_KEY_FILE: variable({
    byDefault: 'none',
    says: 'File with the private key (hex) of the account that pays the gas; it is never shown. Give it an account of its own.',
    mustBe: 'a path',
    schema: z
      .string()
      .transform((path) => resolve(path))
      .optional(),
    shown: asItIs,
  }),
  FACILITATOR_TOKENS: variable({
    byDefault: "mainnet's USDC",
    says: 'Tokens it settles payments in, addresses separated by commas; each must know EIP-3009. Any other is refused.',
    mustBe: 'addresses separated by commas',
    schema: z.string().default(MAINNET_DOLLAR).pipe(addresses),
    shown: asItIs,
  }),
  LOG_LEVEL: variable({
    byDefault: '`info`',
    says: `Least important messages written: ${LOG_LEVELS.map((level) => `\`${level}\``).join(', ')}.`,
    mustBe: `one of ${LOG_LEVELS.join(', ')}`,
    schema: z.string().default('info').pipe(z.enum(LOG_LEVELS)),
    shown: asItIs,
  }),
  PUBLIC_URL: variable({
    byDefault: '`http://HOST:PORT`',
    says: 'Where users reach the API, for links in answers and documents.',
    mustBe: 'an http or https URL',
    schema: publicUrl,
    shown: redactUrl,
  }),
  PAY_TO: variable({
    byDefault: 'none: calls are not sold; the demo chain sells to accounts of its own',
    says: 'Account that is paid for single calls; opens the pay address.',
    mustBe: 'an address',
    schema: address.optional(),
    shown: asItIs,
  }),
  PAY_PORT: variable({
    byDefault: '`PORT` + 1; `0` where that is `0`',
    says: 'Port of the pay address; `0` takes a free one.',
    mustBe: 'a port number from 0 to 65535',
    schema: z.string().optional().pipe(wholeNumber(65_535).optional()),
    shown: asItIs,
  }),
  PAY_URL: variable({
    byDefault: '`http://HOST:PAY_PORT`',
    says: 'Where users reach the pay address: what they pay for begins with it.',
    mustBe: 'an http or https URL',
    schema: publicUrl,
    shown: redactUrl,
  }),
  FACILITATOR_URL: variable({
    byDefault: "none; the demo chain's own",
    says: 'x402 facilitator that verifies and settles payments; it must answer alike when a settlement is asked for again.',
    mustBe: 'an http or https URL',
    schema: publicUrl,
    shown: redactUrl,
  }),
  PAY_NETWORK: variable({
    byDefault: '`eip155:1`',
    says: 'Network that is paid on, as CAIP-2 names it.',
    mustBe: 'eip155: and a chain id',
    schema: z
      .string()
      .default('eip155:1')
      .pipe(z.templateLiteral(['eip155:', z.string().regex(/^[1-9]\d{0,19}$/)])),
    shown: asItIs,
  }),
  PAY_TOKEN: variable({
    byDefault: "USDC, where `PAY_NETWORK` is mainnet; the demo chain's dollar",
    says: 'Token that is taken (EIP-3009): its address, then name and version of its EIP-712 domain, such as `0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48:USD Coin:2`.',
    mustBe: 'address:name:version',
    schema: payToken.optional(),
    shown: asItIs,
  }),
  PAY_PRICES: variable({
    byDefault: `\`${DEFAULT_PRICES}\``,
    says: 'What a call costs, in the smallest unit of the token, by plan or by operation id: `Intelligence=4000,getAddressPortfolio=20000`.',
    mustBe: 'plan=units or operationId=units, separated by commas',
    schema: payPrices,
    shown: asItIs,
  }),
} as const;
