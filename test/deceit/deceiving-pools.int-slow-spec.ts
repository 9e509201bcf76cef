import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { type AbiParameter, encodeFunctionData, type Hex, parseAbi, zeroAddress } from 'viem';
import { EPISODES } from '../../src/demo/scenario/episodes.js';
import { ownArtifact } from '../../src/demo/stage/own-artifact.js';
import type { Projector } from '../../src/event-store/projector.js';
import { JSON_READY } from '../../src/platform/postgres/json-ready.js';
import { allProjectors } from '../../src/runtime/projection/projectors.js';
import { bounded } from '../bounded.js';
import { shuffledRanges } from '../builder/shuffled-ranges.js';
import { DemoDatabases } from '../fixture/demo-databases.js';
import { Prng } from '../simulation/prng.js';
import { itSlowly } from '../slowly.js';
import { type Call, DeceivingChain } from './deceiving-chain.js';
import { digestOf, expectSameAfterRebuilds } from './rebuilt-claims.js';

const BLOCKS = bounded(24, 200);
const REPLACED = 8;
const MISSING = 4;
const ACTS = 6;
const SLOT = `0x${'5107'.repeat(16)}` as const;
const BY_SLOT = 1;
/** Highest share of true claims that may be unproven. */
const MISSED = 0.02;
const IDS = [
  'asset:erc4626',
  'relation:pool_factory',
  'relation:pool_token0',
  'relation:pool_token1',
  'relation:vault_asset',
  'role:dex_pool',
  'token:paused',
];
const ABI = parseAbi([
  'function name(address token0, address token1, address pool)',
  'function nameForEverything(address pool)',
  'function say(address token0, address token1, address pool)',
  'function move(address token0, address token1, address factory)',
  'function charge(uint24 other)',
  'function move(address asset)',
  'function say()',
  'function pause(bool to)',
  'function say(bool to)',
  'function put(bytes32 at, address value)',
  'function token0() view returns (address)',
  'function token1() view returns (address)',
  'function factory() view returns (address)',
  'function fee() view returns (uint24)',
  'function getPair(address, address) view returns (address)',
  'function getPool(address, address, uint24) view returns (address)',
  'function asset() view returns (address)',
  'function paused() view returns (bool)',
]);

const CLAIMS = `
SELECT number.id, subject, object, start_block AS start, coalesce(end_block, 1000000000) AS "end"
FROM definition_set JOIN proof_segment ON definition_set = definition_set.id JOIN definition_number number ON number.number = definition
WHERE current AND number.id = ANY($1)`;

interface Span {
  readonly id: string;
  readonly subject: string;
  /** Empty for attributes. */
  readonly object: string;
  readonly start: number;
  readonly end: number;
}

type Kind = 'pair' | 'pool' | 'vault' | 'pause' | 'spoken' | 'neither';

let demo: DemoDatabases;
let projectors: Projector[];
let pool: Pool;
let chain: DeceivingChain;
/** First block with all contracts. */
let first: number;
let mark: string;
let factories: Hex[];
let tokens: Hex[];
let kinds: Map<Hex, Kind>;
let proxy: Hex;
/** The last pause event of each contract that has no function `paused`. */
let spoken: { readonly block: number; readonly contract: Hex; readonly paused: boolean }[];
const random = new Prng(13);

beforeAll(async () => {
  demo = await DemoDatabases.startOwn(bounded([], EPISODES));
  projectors = allProjectors({ firstBlock: demo.chain.firstBlock, isDemo: true });
  chain = new DeceivingChain(demo.chain.url);
  await build();
  first = await chain.height();
  await play(BLOCKS - REPLACED);
  mark = await chain.mark();
  await play(REPLACED);
  pool = await demo.inOrderUpTo(first + BLOCKS);
});
afterAll(() => demo?.stop());

const everything = () => [demo.chain.firstBlock, first + BLOCKS] as const;

async function build(): Promise<void> {
  const deploy = async (name: string, ...args: unknown[]): Promise<Hex> =>
    (await chain.deploy([{ artifact: ownArtifact(name), args }]))[0]!;
  factories = [await deploy('SilentFactory'), await deploy('SilentFactory'), await deploy('SilentFactory')];
  // The last one is no token.
  tokens = [await deploy('SilentVault', zeroAddress), await deploy('SilentVault', zeroAddress)];
  tokens.push(await deploy('SpokenPause'));
  kinds = new Map();
  spoken = [];
  const [factory, , liar] = factories as [Hex, Hex, Hex];
  const [one, two, none] = tokens as [Hex, Hex, Hex];
  const calls: Call[] = [];
  const add = async (kind: Kind, name: string, ...args: unknown[]): Promise<Hex> => {
    const contract = await deploy(name, ...args);
    kinds.set(contract, kind);
    return contract;
  };
  for (const [kind, name, ...parts] of [
    ['pair', 'SilentPair', one, two],
    ['pair', 'SilentPair', two, one],
    ['pool', 'SilentPool', one, none],
    ['pool', 'SilentPool', none, one],
  ] as const)
    calls.push(call(factory, 'name', ...parts, await add(kind, name, ...parts, factory)));
  // The factory that it names calls it the pool of any pair.
  const yes = await add('pair', 'SilentPair', one, two, liar);
  calls.push(call(liar, 'nameForEverything', yes));
  await add('vault', 'SilentVault', one);
  await add('vault', 'SilentVault', none);
  await add('pause', 'SilentPause');
  await add('spoken', 'SpokenPause');
  kinds.set(one, 'vault').set(two, 'vault').set(none, 'spoken');
  for (const word of [1n, BigInt(one)]) await add('neither', 'YesMan', word);
  proxy = await add('pause', 'OddProxy', BY_SLOT, SLOT, zeroAddress);
  const implementation = await add('pause', 'SilentPause');
  calls.push(call(proxy, 'put', SLOT, implementation));
  await chain.block(calls);
}

function call(to: Hex, functionName: string, ...args: readonly unknown[]): Call {
  // Overloads differ by the number of their parameters, or by a boolean.
  const abi = ABI.filter(
    ({ name, inputs }) =>
      name === functionName &&
      inputs.length === args.length &&
      (inputs as readonly AbiParameter[]).every(
        ({ type }, at) => (type === 'bool') === (typeof args[at] === 'boolean'),
      ),
  );
  return { to, data: encodeFunctionData({ abi, functionName, args } as never) };
}

async function play(blocks: number): Promise<void> {
  for (let left = blocks; left > 0; left--) {
    const said: { readonly contract: Hex; readonly paused: boolean }[] = [];
    const calls = Array.from({ length: random.between(0, ACTS) }, () => act(said));
    const block = await chain.block(calls);
    spoken.push(...said.map((one) => ({ ...one, block })));
  }
}

function act(said: { contract: Hex; paused: boolean }[]): Call {
  const contract = random.pick([...kinds.keys()]);
  const two = () => [random.pick(tokens), random.pick(tokens)] as const;
  switch (kinds.get(contract)!) {
    case 'pair':
    case 'pool': {
      const chosen = random.between(0, 9);
      if (chosen === 0) return call(contract, 'move', ...two(), random.pick(factories));
      if (chosen === 1) return call(random.pick(factories), 'say', ...two(), contract);
      if (chosen === 2 && kinds.get(contract) === 'pool')
        return call(contract, 'charge', random.pick([500, 3000, 3000]));
      if (chosen === 3) return call(factories[1]!, 'nameForEverything', random.pick([contract, zeroAddress]));
      if (chosen < 6) return call(random.pick(factories), 'name', ...two(), contract);
      return call(contract, 'move', tokens[0]!, tokens[chosen === 6 ? 1 : 2]!, factories[0]!);
    }
    case 'vault':
      return random.chance(0.3)
        ? call(contract, 'say')
        : call(contract, 'move', random.pick([...tokens, contract, zeroAddress]));
    case 'pause':
      return call(contract, random.pick(['pause', 'say']), random.chance(0.5));
    case 'spoken': {
      const paused = random.chance(0.5);
      said.push({ contract, paused });
      return call(contract, 'say', paused);
    }
    case 'neither':
      return call(contract, 'say');
  }
}

/** The output of a call at the node; undefined if it is empty or reverts. */
async function asked(block: number, { to, data }: Call): Promise<Hex | undefined> {
  const params = [{ to, data }, `0x${block.toString(16)}`];
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_call', params });
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(demo.chain.url, { method: 'POST', headers, body });
  const { result } = (await response.json()) as { result?: Hex };
  return result === '0x' ? undefined : result;
}

/** True claims at the end of a block as `subject id object`, without object for attributes. */
async function truths(block: number): Promise<Set<string>> {
  const all = new Set<string>();
  const address = async (one: Call) => `0x${(await asked(block, one))!.slice(26)}` as Hex;
  for (const [contract, kind] of kinds) {
    if (kind === 'pair' || kind === 'pool') {
      const [token0, token1, factory] = await Promise.all([
        address(call(contract, 'token0')),
        address(call(contract, 'token1')),
        address(call(contract, 'factory')),
      ]);
      const fee = kind === 'pool' ? [Number(await asked(block, call(contract, 'fee')))] : [];
      const name = kind === 'pool' ? 'getPool' : 'getPair';
      const named = await address(call(factory, name, token0, token1, ...fee));
      const impossible = await address(call(factory, name, token0, token0, ...fee));
      if (named !== contract || impossible !== zeroAddress) continue;
      all.add(`${contract} role:dex_pool`).add(`${contract} relation:pool_token0 ${token0}`);
      all
        .add(`${contract} relation:pool_token1 ${token1}`)
        .add(`${contract} relation:pool_factory ${factory}`);
    } else if (kind === 'vault') {
      const asset = await address(call(contract, 'asset'));
      // Of these contracts only the vaults are tokens.
      if (asset === contract || kinds.get(asset) !== 'vault') continue;
      all.add(`${contract} asset:erc4626`).add(`${contract} relation:vault_asset ${asset}`);
    } else if (kind === 'pause') {
      if (BigInt((await asked(block, call(contract, 'paused')))!) === 1n) all.add(`${contract} token:paused`);
    } else if (spoken.findLast((one) => one.contract === contract && one.block <= block)?.paused)
      all.add(`${contract} token:paused`);
  }
  return all;
}

/** Compares the proven claims with the true ones at every block: none may be wrong. @returns the share of true claims that is not proven */
async function missed(of: Pool, from: number): Promise<number> {
  const { rows } = await of.query<Span>({ text: CLAIMS, values: [IDS], types: JSON_READY });
  const wrong: string[] = [];
  let so = 0;
  let absent = 0;
  for (let block = from; block <= first + BLOCKS; block++) {
    const expected = await truths(block);
    const proven = rows.filter(
      ({ subject, start, end }) => kinds.has(subject as Hex) && start <= block && block <= end,
    );
    const claims = new Set(
      proven.map(({ id, subject, object }) =>
        [subject, id, ...(id.startsWith('relation:') ? [object] : [])].join(' '),
      ),
    );
    so += expected.size;
    absent += [...expected].filter((one) => !claims.has(one)).length;
    for (const one of claims)
      if (!expected.has(one)) wrong.push(`${block} ${kinds.get(one.slice(0, 42) as Hex)} ${one}`);
  }
  expect(wrong).toEqual([]);
  return absent / so;
}

describe('pools, vaults and pauses of contracts made to deceive', () => {
  it('are proven as the contracts answer, at every block', async () => {
    expect(await missed(pool, first)).toBeLessThanOrEqual(MISSED);
    const { rows } = await pool.query<Span>({ text: CLAIMS, values: [IDS], types: JSON_READY });
    const shown = rows.filter(({ subject }) => kinds.has(subject as Hex)).map(({ id }) => id);
    expect([...new Set(shown)].sort()).toEqual(IDS);
  });

  itSlowly('are the same after a rebuild of the tracked calls and of the claims', () =>
    expectSameAfterRebuilds(pool, projectors),
  );

  it('are proven as the contracts answer after a reorganisation', async () => {
    await chain.goBack(mark);
    spoken = spoken.filter(({ block }) => block <= first + BLOCKS - REPLACED);
    await play(REPLACED);
    await demo.follow(pool, projectors);
    expect(await missed(pool, first)).toBeLessThanOrEqual(MISSED);
    expect(await digestOf(pool)).toEqual(await digestOf(await demo.ingested(projectors, [everything()])));
  });

  itSlowly('are the same in whatever order blocks are ingested', async () => {
    const shuffled = await demo.ingested(projectors, shuffledRanges(everything(), new Prng(5)));
    expect(await digestOf(shuffled)).toEqual(await digestOf(pool));
  });

  it('are never proven wrongly while earlier blocks are missing', async () => {
    const later = await demo.ingested(projectors, [[first + MISSING, first + BLOCKS]]);
    await missed(later, first + MISSING);
  });
});
