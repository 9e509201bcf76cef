import { IsIn, Matches } from 'class-validator';
import { parseAddress } from '../../domain/chain/record/address.js';
import { MAINNET_DOLLAR } from '../../domain/token/mainnet-dollar.js';
import { parsePayToken } from './pay-token.js';
import { redactUrl } from './redact-url.js';
import { ROLES, type Role } from './role.js';
import {
  Is,
  IsWholeNumber,
  isDatabaseUrl,
  isGraphUrl,
  isNetwork,
  isUrl,
  listOf,
  Variable,
} from './variable.js';

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const STATE_PROOFS = ['claims', 'required', 'all', 'none'] as const;
export type StateProofs = (typeof STATE_PROOFS)[number];

/** The price of a plan that `PAY_PRICES` does not name. */
export const DEFAULT_PRICES = 'Enriched Data=1000,Intelligence=5000';

const LOG_NAME = /^[\w.:-]+(\/[\w.~-]+)*$/;
const HOST_NAME = /^[\w.:-]+$/;
const isAddress = (text: string): boolean => parseAddress(text.trim()) !== undefined;
const isNoUrl = (part = ''): boolean => part !== '' && !URL.canParse(part);

/** Where a password has a comma that is not encoded, the part before it may look like a URL by itself. */
const redactUrls = (text: string): string => {
  const parts = text.split(',').map((part) => part.trim());
  return parts.map((part, at) => redactUrl(isNoUrl(parts[at + 1]) ? '' : part)).join(',');
};

/** Every variable that the service reads, as text, in the order of docs/settings.md; one that is not set has its default or nothing. */
export class EnvironmentVariables {
  @Variable({
    byDefault: '`8080`',
    says: 'Port the API listens on; `0` takes a free one.',
    mustBe: 'a port number from 0 to 65535',
  })
  @IsWholeNumber(65_535)
  PORT = '8080';

  @Variable({
    byDefault: '`127.0.0.1`',
    says: 'Address the API listens on; `0.0.0.0` opens it to the network.',
    mustBe: 'a host name or an IP address',
  })
  @Matches(HOST_NAME)
  HOST = '127.0.0.1';

  @Variable({
    byDefault: '`.data`',
    says: 'Directory for everything kept on disk: the embedded PostgreSQL and Neo4j, and the demo chain.',
    mustBe: 'a path',
  })
  DATA_DIR = '.data';

  @Variable({
    byDefault: 'none: a demo chain is started',
    says: 'Execution nodes to follow, separated by commas, the preferred one first.',
    mustBe: 'http or https URLs separated by commas',
    shown: redactUrls,
  })
  @Is(listOf(isUrl('http:', 'https:')))
  RPC_URLS = '';

  @Variable({
    byDefault: 'none: no validator queues; the demo chain brings its own',
    says: 'Beacon nodes to sample validator queues from, separated by commas, the preferred one first.',
    mustBe: 'http or https URLs separated by commas',
    shown: redactUrls,
  })
  @Is(listOf(isUrl('http:', 'https:')))
  BEACON_URLS = '';

  @Variable({
    byDefault: 'none: an embedded PostgreSQL is started',
    says: 'PostgreSQL to keep everything in, such as `postgres://user:password@host:5432/name`.',
    mustBe: 'a postgres:// URL, with / and @ of its password as %2F and %40',
    shown: redactUrl,
  })
  @Is(isDatabaseUrl)
  DATABASE_URL: string | undefined;

  @Variable({
    byDefault: '`all`',
    says: 'What this process does. `ingest`: it follows the chain, evaluates and writes, and listens for `/health`, `/ready` and `/metrics` alone. `fetch`: it fetches and verifies blocks for the process that writes, in long fills. `evaluate`: it evaluates claims for that process, in long fills. `api`: it answers, and never writes what blocks contain. `all`: all of it.',
    mustBe: 'all, ingest, fetch, evaluate or api',
  })
  @IsIn(ROLES)
  ROLE: Role = 'all';

  @Variable({
    byDefault: 'none: `DATABASE_URL` is read, too',
    says: 'Streaming standby of `DATABASE_URL` that a process with `ROLE=api` reads from. Keys, limits, payments and requests for state still go to `DATABASE_URL`.',
    mustBe: 'a postgres:// URL, with / and @ of its password as %2F and %40',
    shown: redactUrl,
  })
  @Is(isDatabaseUrl)
  DATABASE_READ_URL: string | undefined;

  @Variable({
    byDefault: 'none: one server has all rows',
    says:
      '`citus`: `DATABASE_URL` is the coordinator of a Citus cluster, whose nodes store the rows of blocks. Set it ' +
      'before the first block is stored, or never.',
    mustBe: 'citus, or not set',
  })
  @IsIn(['citus'])
  DISTRIBUTED: 'citus' | undefined;

  @Variable({
    byDefault: 'none: attributes and relations are answered from PostgreSQL',
    says: '`embedded` starts a Neo4j beside the service and answers current attributes and relations from it; needs Java 17 and, once, Maven.',
    mustBe: 'embedded, or not set',
  })
  @IsIn(['embedded'])
  NEO4J: 'embedded' | undefined;

  @Variable({
    byDefault: 'none',
    says:
      'Neo4j 5.26 or newer that answers attributes and relations instead, such as `bolt://host:7687` or ' +
      '`neo4j+s://host`.',
    mustBe: 'a bolt:// or neo4j:// URL without user and password',
    shown: redactUrl,
  })
  @Is(isGraphUrl)
  NEO4J_URI: string | undefined;

  @Variable({
    byDefault: '`neo4j`',
    says: 'User at `NEO4J_URI`.',
    mustBe: 'a name',
  })
  NEO4J_USER = 'neo4j';

  @Variable({
    byDefault: 'none: no authentication',
    says: 'Password of `NEO4J_USER`.',
    mustBe: 'a password',
    shown: () => 'not shown',
  })
  NEO4J_PASSWORD: string | undefined;

  @Variable({
    byDefault: '`0`; the demo chain sets its own',
    says: 'Block that the chain begins with. It must name no parent, and no other block may; block 0 must be that of mainnet, unless `GENESIS_FILE` names another. To begin with a later block of a chain, leave this out and use `ingest --from`.',
    mustBe: 'a block number',
  })
  @IsWholeNumber(Number.MAX_SAFE_INTEGER)
  FIRST_BLOCK: string | undefined;

  @Variable({
    byDefault: "none: mainnet's allocation is known, and so is the demo chain's",
    says: 'Genesis file of the chain in the format of geth: the accounts at the beginning of `FIRST_BLOCK`.',
    mustBe: 'a path',
  })
  GENESIS_FILE: string | undefined;

  @Variable({
    byDefault: 'none: the times of the fork schedule',
    says:
      'Start times of forks that have none in the fork schedule, in Unix seconds, such as `amsterdam=1800000000`; ' +
      'blocks of a fork without a time are refused.',
    mustBe: 'fork=Unix seconds, separated by commas',
  })
  @Is(listOf((part) => /^[a-z][a-z0-9_]*=\d{1,10}$/.test(part)))
  FORK_TIMES = '';

  @Variable({
    byDefault: '`claims`',
    says:
      'State that nodes must prove (`eth_getProof`). `claims`: the state that claims depend on, before a block is ' +
      'stored, and the state before the covered blocks; if no node proves it, it is attested by a node. `required`: ' +
      'the same, but a block is stored only if a node has proven the state that claims depend on, and no attested ' +
      'state is used. `all`: as `claims`, and everything that a view call reads. `none`: nothing; all state is ' +
      'attested by a node.',
    mustBe: `one of ${STATE_PROOFS.join(', ')}`,
  })
  @IsIn(STATE_PROOFS)
  STATE_PROOFS: StateProofs = 'claims';

  @Variable({
    byDefault: '`keys`',
    says:
      '`keys`: every method needs an API key (`npm run cli -- keys create`). `open`: everybody who reaches the port ' +
      'may call every method, by its address, as `localhost`, or by the name in `PUBLIC_URL` or `HOST`.',
    mustBe: 'keys or open',
  })
  @IsIn(['keys', 'open'])
  ACCESS: 'keys' | 'open' = 'keys';

  @Variable({
    byDefault: '`on`',
    says: '`on`: the explorer, pages for people, is served at `/explore`, and `/` leads browsers there. `off`: it is not.',
    mustBe: 'on or off',
  })
  @IsIn(['on', 'off'])
  EXPLORER: 'on' | 'off' = 'on';

  @Variable({
    byDefault: 'none: no log is kept; the demo chain has one',
    says:
      'Name of the transparency log that the service keeps and serves at `/log`: its public address without scheme, ' +
      'such as `api.example.com/log`. Its key is made on first use, as `log.key` in `DATA_DIR/mainnet`; back it up.',
    mustBe: 'an address without scheme, spaces and plus',
  })
  @Matches(LOG_NAME)
  LOG_ORIGIN?: string;

  @Variable({
    byDefault: 'none: `/metrics` answers the loopback alone, and no proxy there',
    says: 'Bearer token that every client of `/metrics` must send.',
    mustBe: 'at least 16 visible ASCII characters',
    shown: () => 'not shown',
  })
  @Matches(/^[\x21-\x7e]{16,}$/)
  METRICS_TOKEN: string | undefined;

  @Variable({
    byDefault: 'none: a request counts for the address that it comes from',
    says:
      'Proxies whose `X-Forwarded-For` the service trusts, addresses and CIDRs separated by commas, such as ' +
      '`10.0.0.5,fd00::/64`: limits per network address then count for the last address before them.',
    mustBe: 'IP addresses and CIDRs separated by commas',
  })
  @Is(listOf(isNetwork))
  TRUSTED_PROXIES = '';

  @Variable({
    byDefault: '`64`',
    says:
      'Megabytes for cached answers, at most half of the heap; `0` disables the cache. An answer is kept until the ' +
      'stored data changes, or for a minute if its block is final.',
    mustBe: 'a number of MB up to 65536',
  })
  @IsWholeNumber(65_536)
  CACHE_MB = '64';

  @Variable({
    byDefault: '`48`',
    says:
      'Number of hours for which an earlier price replaces missing ones; feeds of stablecoins give a price once a ' +
      'day.',
    mustBe: 'a number of hours',
  })
  @IsWholeNumber(1_000_000)
  PRICE_CARRY_HOURS = '48';

  @Variable({
    byDefault: '`10000`',
    says: 'Largest number of assets in a portfolio; a larger one is refused. The search for tokens ends after as many.',
    mustBe: 'a whole number',
  })
  @IsWholeNumber(1_000_000)
  PORTFOLIO_MAX_POSITIONS = '10000';

  @Variable({
    byDefault: '`8402`',
    says: 'Port that `npm run cli -- facilitator` listens on; `0` takes a free one.',
    mustBe: 'a port number from 0 to 65535',
  })
  @IsWholeNumber(65_535)
  FACILITATOR_PORT = '8402';

  @Variable({
    byDefault: '`127.0.0.1`',
    says:
      'Address that the facilitator listens on: anyone who reaches it can have payments settled at the cost of its ' +
      'account.',
    mustBe: 'a host name or an IP address',
  })
  @Matches(HOST_NAME)
  FACILITATOR_HOST = '127.0.0.1';

  @Variable({
    byDefault: 'none',
    says:
      'File with the private key (hex) of the account that pays the gas; the key is never shown. Use an account that ' +
      'pays nothing else.',
    mustBe: 'a path',
  })
  FACILITATOR_KEY_FILE: string | undefined;

  @Variable({
    byDefault: "mainnet's USDC",
    says:
      'Tokens of the payments that the facilitator settles, addresses separated by commas; each must support ' +
      'EIP-3009. Any other token is refused.',
    mustBe: 'addresses separated by commas',
  })
  @Is((text) => text.split(',').every(isAddress))
  FACILITATOR_TOKENS: string = MAINNET_DOLLAR;

  @Variable({
    byDefault: '`info`',
    says: `Lowest level of messages to write: ${LOG_LEVELS.map((level) => `\`${level}\``).join(', ')}.`,
    mustBe: `one of ${LOG_LEVELS.join(', ')}`,
  })
  @IsIn(LOG_LEVELS)
  LOG_LEVEL: LogLevel = 'info';

  @Variable({
    byDefault: '`http://HOST:PORT`',
    says: 'Public URL of the API, for links in answers and documents.',
    mustBe: 'an http or https URL',
    shown: redactUrl,
  })
  @Is(isUrl('http:', 'https:'))
  PUBLIC_URL: string | undefined;

  @Variable({
    byDefault: 'none: calls are not sold; the demo chain sells to accounts of its own',
    says: 'Account that receives the payments for single calls; opens the pay address.',
    mustBe: 'an address',
  })
  @Is(isAddress)
  PAY_TO: string | undefined;

  @Variable({
    byDefault: '`PORT` + 1; `0` where that is `0`',
    says: 'Port of the pay address; `0` takes a free one.',
    mustBe: 'a port number from 0 to 65535',
  })
  @IsWholeNumber(65_535)
  PAY_PORT: string | undefined;

  @Variable({
    byDefault: '`http://HOST:PAY_PORT`',
    says: 'Public URL of the pay address. Every URL that is paid for begins with it.',
    mustBe: 'an http or https URL',
    shown: redactUrl,
  })
  @Is(isUrl('http:', 'https:'))
  PAY_URL: string | undefined;

  @Variable({
    byDefault: "none; the demo chain's own",
    says:
      'x402 facilitator that verifies and settles payments; it must give the same answer when a settlement is ' +
      'requested again.',
    mustBe: 'an http or https URL',
    shown: redactUrl,
  })
  @Is(isUrl('http:', 'https:'))
  FACILITATOR_URL: string | undefined;

  @Variable({
    byDefault: '`eip155:1`',
    says: 'Network on which callers pay, as CAIP-2 id.',
    mustBe: 'eip155: and a chain id',
  })
  @Matches(/^eip155:[1-9]\d{0,19}$/)
  PAY_NETWORK = 'eip155:1';

  @Variable({
    byDefault: "USDC, where `PAY_NETWORK` is mainnet; the demo chain's dollar",
    says:
      'Token of payments (EIP-3009): its address, then name and version of its EIP-712 domain, such as ' +
      '`0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48:USD Coin:2`.',
    mustBe: 'address:name:version',
  })
  @Is((text) => parsePayToken(text) !== undefined)
  PAY_TOKEN: string | undefined;

  @Variable({
    byDefault: `\`${DEFAULT_PRICES}\``,
    says: 'What a call costs, in the smallest unit of the token, by plan or by operation id: `Intelligence=4000,getAddressPortfolio=20000`.',
    mustBe: 'plan=units or operationId=units, separated by commas',
  })
  @Is(listOf((part) => /^[\w ]+=[1-9]\d{0,77}$/.test(part)))
  PAY_PRICES = '';
}
