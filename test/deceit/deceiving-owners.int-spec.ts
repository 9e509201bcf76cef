import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { decodeFunctionResult, encodeFunctionData, type Hex, parseAbi, zeroAddress } from 'viem';
import { readDefinitions } from '../../src/definition/read-definitions.js';
import { dollarTokens } from '../../src/demo/scenario/dollars.js';
import { EPISODES } from '../../src/demo/scenario/episodes.js';
import { guardedSafe } from '../../src/demo/scenario/guarded-safe.js';
import { safes } from '../../src/demo/scenario/safes.js';
import { ownArtifact } from '../../src/demo/stage/own-artifact.js';
import { HistoricalEvaluator } from '../../src/engine/historical/historical-evaluator.js';
import { explain } from '../../src/evaluator/explain/explain.js';
import type { StateView } from '../../src/evaluator/model/state-view.js';
import type { Projector } from '../../src/event-store/projector.js';
import { JSON_READY } from '../../src/platform/postgres/json-ready.js';
import { inTransaction } from '../../src/platform/postgres/transaction.js';
import { allProjectors } from '../../src/runtime/projection/projectors.js';
import { published } from '../../src/verifier/published.js';
import { verifyBundle } from '../../src/verifier/verify-bundle.js';
import { bounded } from '../bounded.js';
import { changeByte } from '../builder/changed-byte.js';
import { shuffledRanges } from '../builder/shuffled-ranges.js';
import { exportedProofs } from '../e2e/fixture/exported-proofs.js';
import { DemoDatabases } from '../fixture/demo-databases.js';
import { isRight, levelOf } from '../fixture/right-level.js';
import { Prng } from '../simulation/prng.js';
import { type Call, DeceivingChain } from './deceiving-chain.js';
import { digestOf, expectSameAfterRebuilds } from './rebuilt-claims.js';

const BLOCKS = bounded(24, 200);
/** Bundles of claims that depend on view calls. */
const BUNDLES = bounded(12, 1_000);
const CHANGES = bounded(60, 10_000);
const VERIFIER = new URL('../../src/', import.meta.url).href;
/** Program that verifies all bundles of a directory and counts the outcomes. */
const VERIFY_ALL = `
import { readdirSync, readFileSync } from 'node:fs';
const { verifyBundle } = await import('${VERIFIER}verifier/verify-bundle.js');
const { published } = await import('${VERIFIER}verifier/published.js');
const directory = process.argv[1];
const counts = {};
for (const name of readdirSync(directory)) {
  const { outcome } = await verifyBundle(readFileSync(directory + '/' + name, 'utf8'), published());
  counts[outcome] = (counts[outcome] ?? 0) + 1;
}
console.log(JSON.stringify(counts));`;
const REPLACED = 8;
const MISSING = 4;
const ACTS = 6;
const OWNER = '0x8da5cb5b';
const EIP1967 = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc';
const ABI = parseAbi([
  'function take(address to)',
  'function say(address to)',
  'function put(uint256 to)',
  'function pointTo(address implementation)',
  'function offer(address to)',
  'function point(bytes32 slot, address who)',
  'function name(address who)',
  'function defaultAdmin() view returns (address)',
  'function pendingOwner() view returns (address)',
  'function write(address who)',
  'function grant(bytes32 role, address who)',
  'function take(bytes32 role, address who)',
  'function say(bytes32 role, address who)',
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256, uint256, uint256, address, address, bytes signatures)',
  'function getOwners() view returns (address[])',
  'function getModulesPaginated(address start, uint256 size) view returns (address[], address)',
  'function hasRole(bytes32 role, address who) view returns (bool)',
]);
const SENTINEL = `0x${'0'.repeat(39)}1` as const;
const ADMIN = `0x${'0'.repeat(64)}` as const;
const ROLES = [ADMIN, `0x${'34'.repeat(32)}`] as const;
const SAFE_SLOTS = {
  'relation:safe_guard': '0x4a204f620c8c5ccdca3fd54d003badd85ba500436a431f0cbda4f558c93c34c8',
  'relation:safe_fallback_handler': '0x6c9a6c4a39284e37ed1cf53d337577d14212a4870fb976a4366c693b939918d5',
} as const;

const CLAIMS = `
SELECT number.id, subject, object, value, start_block AS start, coalesce(end_block, 1000000000) AS "end"
FROM definition_set JOIN proof_segment ON definition_set = definition_set.id JOIN definition_number number ON number.number = definition
WHERE current AND number.id LIKE 'relation:%'`;
const UNDECIDED = `
SELECT number.id, subject, start_block AS start, coalesce(end_block, 1000000000) AS "end"
FROM definition_set JOIN undecided_segment ON definition_set = definition_set.id JOIN definition_number number ON number.number = definition
WHERE current AND number.id LIKE 'relation:%'`;

interface Span {
  readonly id: string;
  readonly subject: string;
  readonly object?: string;
  readonly value?: string | null;
  readonly start: number;
  readonly end: number;
}

let demo: DemoDatabases;
let projectors: Projector[];
let pool: Pool;
let chain: DeceivingChain;
/** First block with all contracts. */
let first: number;
let mark: string;
let people: Hex[];
let owned: Record<'silent' | 'other' | 'borrowed' | 'volatile' | 'odd' | 'proxy', Hex>;
let implementations: Hex[];
let safe: Hex;
let meddler: Hex;
let guards: Hex[];
let roles: Hex;
const random = new Prng(7);

beforeAll(async () => {
  demo = await DemoDatabases.startOwn(bounded([dollarTokens, safes, guardedSafe], EPISODES));
  projectors = allProjectors({ firstBlock: demo.chain.firstBlock, isDemo: true });
  chain = new DeceivingChain(demo.chain.url);
  people = [chain.sender.address.toLowerCase() as Hex, `0x${'b0'.repeat(20)}`, `0x${'c0'.repeat(20)}`];
  const deploy = async (name: string, ...args: unknown[]): Promise<Hex> =>
    (await chain.deploy([{ artifact: ownArtifact(name), args }]))[0]!;
  const silent = await deploy('SilentOwner', people[0]);
  const other = await deploy('SilentOwner', people[1]);
  const plain = await deploy('PlainToken');
  implementations = [silent, other, plain];
  owned = {
    ...{ silent, other, borrowed: await deploy('BorrowedOwner', silent) },
    ...{ volatile: await deploy('VolatileOwner'), odd: await deploy('OddOwner') },
    proxy: await deploy('SlotProxy', EIP1967, silent),
  };
  // Alice is its only owner, so her signature is enough to make it run anything.
  safe = demo.chain.manifest.address('guarded safe').toLowerCase() as Hex;
  meddler = await deploy('SafeMeddler');
  guards = [await deploy('OpenGuard'), await deploy('OpenGuard')];
  roles = await deploy('SilentRoles');
  first = await chain.height();
  await play(BLOCKS - REPLACED);
  mark = await chain.mark();
  await play(REPLACED);
  pool = await demo.inOrderUpTo(first + BLOCKS);
});
afterAll(() => demo?.stop());

const everything = () => [demo.chain.firstBlock, first + BLOCKS] as const;

async function play(blocks: number): Promise<void> {
  for (let left = blocks; left > 0; left--)
    await chain.block(Array.from({ length: random.between(0, ACTS) }, randomAct));
}

function randomAct(): Call {
  const call = (to: Hex, functionName: 'take' | 'say' | 'pointTo' | 'offer' | 'name', of: Hex): Call => ({
    to,
    data: encodeFunctionData({ abi: ABI, functionName, args: [of] }),
  });
  const person = random.chance(0.2) ? (`0x${'0'.repeat(40)}` as Hex) : random.pick(people);
  const role = random.pick(ROLES);
  const ofSafe = (data: Hex): Call => {
    const signature = `0x${people[0]!.slice(2).padStart(64, '0')}${'0'.repeat(64)}01` as const;
    return {
      to: safe,
      data: encodeFunctionData({
        ...{ abi: ABI, functionName: 'execTransaction' },
        args: [meddler, 0n, data, 1, 0n, 0n, 0n, zeroAddress, zeroAddress, signature],
      }),
    };
  };
  switch (random.between(0, 17)) {
    case 7:
    case 8: {
      const functionName = random.pick(['say', 'write'] as const);
      return ofSafe(encodeFunctionData({ abi: ABI, functionName, args: [random.pick(people)] }));
    }
    case 12:
    case 13:
    case 16:
    case 17: {
      const slot = random.pick(Object.values(SAFE_SLOTS));
      const args = [slot, random.pick([...guards, zeroAddress])] as const;
      return ofSafe(encodeFunctionData({ abi: ABI, functionName: 'point', args }));
    }
    case 14:
      return call(random.pick([owned.silent, owned.other, owned.proxy]), 'offer', person);
    case 15:
      return call(roles, 'name', random.pick([...people, zeroAddress]));
    case 9:
    case 10:
    case 11: {
      const functionName = random.pick(['grant', 'take', 'say'] as const);
      const args = [role, random.pick(people)] as const;
      return { to: roles, data: encodeFunctionData({ abi: ABI, functionName, args }) };
    }
    case 0:
      return call(owned.silent, 'take', person);
    case 1:
      return call(owned.other, 'take', person);
    case 2:
      return call(random.pick([owned.silent, owned.other]), 'say', random.pick(people));
    case 3:
      return call(owned.borrowed, 'take', random.pick(implementations));
    case 4:
      return call(owned.proxy, 'pointTo', random.pick(implementations));
    case 5:
      return call(owned.proxy, 'take', person);
    default:
      // A word that is no address, an address, or zero.
      return {
        to: owned.odd,
        data: encodeFunctionData({
          ...{ abi: ABI, functionName: 'put' },
          args: [random.pick([2n ** 200n, BigInt(people[2]!), 0n])],
        }),
      };
  }
}

async function spans(of: Pool, text: string): Promise<Span[]> {
  return (await of.query<Span>({ text, types: JSON_READY })).rows;
}

async function ask<Answer>(method: string, ...params: unknown[]): Promise<Answer | undefined> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(demo.chain.url, { method: 'POST', headers, body });
  return ((await response.json()) as { result?: Answer }).result;
}

/** The owner that the node returns at the end of a block; none if the running code lacks the function. */
async function ownerByNode(contract: Hex, block: number): Promise<string | undefined> {
  const at = `0x${block.toString(16)}`;
  if (contract === owned.proxy) {
    const word = await ask<Hex>('eth_getStorageAt', contract, EIP1967, at);
    if (implementations.indexOf(`0x${word!.slice(26)}`) === 2) return undefined;
  }
  const output = await ask<Hex>('eth_call', { to: contract, data: OWNER }, at);
  if (output?.length !== 66 || !output.startsWith(`0x${'0'.repeat(24)}`)) return undefined;
  const owner = `0x${output.slice(26)}`;
  return /^0x0+$/.test(owner) ? undefined : owner;
}

/** Compares the proven claims with the node at every block. @returns how many are proven, and how many undecided */
async function compare(of: Pool, from: number): Promise<{ proven: number; undecided: number }> {
  const claims = await spans(of, CLAIMS);
  const open = await spans(of, UNDECIDED);
  const counts = { proven: 0, undecided: 0 };
  const wrong: unknown[] = [];
  for (const [kind, contract] of Object.entries(owned)) {
    for (let block = from; block <= first + BLOCKS; block++) {
      const isIn = ({ id, subject, start, end }: Span) =>
        id === 'relation:owned_by' && subject === contract && start <= block && block <= end;
      const proven = claims.filter(isIn).map(({ object }) => object);
      const isOpen = open.some(isIn);
      const expected = kind === 'volatile' ? undefined : await ownerByNode(contract, block);
      if (isOpen) counts.undecided++;
      // Undecided intervals need not cover an address that no block of the range touches.
      if (kind === 'volatile' || isOpen) {
        if (proven.length > 0) wrong.push([kind, block, proven, 'should be open']);
      } else if (proven.join() !== (expected ?? '')) wrong.push([kind, block, proven, expected]);
      counts.proven += proven.length;
    }
  }
  for (let block = from; block <= first + BLOCKS; block++) {
    const said = (spans: readonly Span[], what: string, subject: Hex) =>
      spans
        .filter(
          ({ id, ...one }) =>
            id === what && one.subject === subject && one.start <= block && block <= one.end,
        )
        .map(({ object, value }) => `${object} ${value ?? ''}`)
        .sort()
        .join();
    for (const [id, subject, expected] of [
      ['relation:safe_owner', safe, (await listed('getOwners', block)).map((one) => `${one} 1`)],
      ['relation:safe_module', safe, (await listed('getModulesPaginated', block)).map((one) => `${one} `)],
      ['relation:has_role_holder', roles, await holders(block)],
      ['relation:default_admin', roles, await admins(block)],
      ['relation:pending_owner', owned.silent, await offered(owned.silent, block)],
      ['relation:pending_owner', owned.other, await offered(owned.other, block)],
      ['relation:pending_owner', owned.proxy, await offered(owned.proxy, block)],
      ['relation:safe_guard', safe, await pointed('relation:safe_guard', block)],
      ['relation:safe_fallback_handler', safe, await pointed('relation:safe_fallback_handler', block)],
    ] as const) {
      const isOpen = said(open, id, subject) !== '';
      const found = said(claims, id, subject);
      // While claims are undecided, proven ones may be missing, but none may be wrong.
      const isRight = isOpen ? isPartOf(found, expected) : found === [...expected].sort().join();
      if (isOpen) counts.undecided++;
      if (!isRight) wrong.push([id, block, found, expected]);
      else counts.proven += expected.length;
    }
  }
  expect(wrong).toEqual([]);
  return counts;
}

async function listed(functionName: 'getOwners' | 'getModulesPaginated', block: number): Promise<string[]> {
  const data =
    functionName === 'getOwners'
      ? encodeFunctionData({ abi: ABI, functionName })
      : encodeFunctionData({ abi: ABI, functionName, args: [SENTINEL, 100n] });
  const output = await ask<Hex>('eth_call', { to: safe, data }, `0x${block.toString(16)}`);
  const found: readonly unknown[] = decodeFunctionResult({ abi: ABI, functionName, data: output! });
  return [...(Array.isArray(found[0]) ? (found[0] as string[]) : (found as string[]))].map((one) =>
    one.toLowerCase(),
  );
}

/** The account that a slot of the Safe names. */
async function pointed(id: keyof typeof SAFE_SLOTS, block: number): Promise<string[]> {
  const word = await ask<Hex>('eth_getStorageAt', safe, SAFE_SLOTS[id], `0x${block.toString(16)}`);
  return BigInt(word!) === 0n ? [] : [`0x${word!.slice(26)} `];
}

/** The account to which ownership is offered; none if the running code lacks the function. */
async function offered(contract: Hex, block: number): Promise<string[]> {
  const data = encodeFunctionData({ abi: ABI, functionName: 'pendingOwner' });
  const output = await ask<Hex>('eth_call', { to: contract, data }, `0x${block.toString(16)}`);
  return output?.length !== 66 || BigInt(output) === 0n ? [] : [`0x${output.slice(26)} `];
}

/** The people who have the role 0x00. */
const admins = async (block: number) =>
  (await holders(block)).filter((one) => one.includes(ADMIN)).map((one) => `${one.split(' ')[0]} `);

/** The people who have a role, each with their roles. */
async function holders(block: number): Promise<string[]> {
  const at = `0x${block.toString(16)}`;
  const found: string[] = [];
  for (const person of people) {
    const own: string[] = [];
    for (const role of ROLES) {
      const data = encodeFunctionData({ abi: ABI, functionName: 'hasRole', args: [role, person] });
      if (BigInt((await ask<Hex>('eth_call', { to: roles, data }, at))!) === 1n) own.push(role);
    }
    if (own.length > 0) found.push(`${person} ${own.join()}`);
  }
  return found;
}

/** Whether the node confirms every role of every holder that was found. */
function isPartOf(found: string, expected: readonly string[]): boolean {
  const roles = new Map(expected.map((one) => one.split(' ') as [holder: string, roles: string]));
  return found
    .split(/,(?=0x\w{40} )/)
    .filter((one) => one !== '')
    .every((one) => {
      const [holder, own] = one.split(' ') as [string, string];
      return own.split(',').every((role) => roles.get(holder)?.split(',').includes(role));
    });
}

describe('owners, modules and roles of contracts made to deceive', () => {
  it('are those that the node returns, at every block', async () => {
    const { proven, undecided } = await compare(pool, first);
    expect(proven).toBeGreaterThan(BLOCKS);
    const own: readonly string[] = [safe, roles, ...Object.values(owned)];
    const ids = (await spans(pool, CLAIMS)).filter(({ subject }) => own.includes(subject));
    for (const id of ['pending_owner', 'default_admin', 'safe_guard', 'safe_fallback_handler', 'safe_module'])
      expect(ids.map((one) => one.id)).toContain(`relation:${id}`);
    // Only those of the volatile contract, at every block.
    expect(undecided).toBe(BLOCKS + 1);
  });

  it('are explained if they are undecided', async () => {
    const definitions = readDefinitions(true);
    const definition = definitions.catalog.definitions.find(({ id }) => id === 'relation:owned_by')!;
    const { families } = await inTransaction(pool, async (tx) => {
      const { firstBlock } = demo.chain;
      const historical = await HistoricalEvaluator.open(tx, { ...definitions, firstBlock });
      const asked = (view: StateView) => explain(definition, owned.volatile, view);
      return (await historical.at(definition, owned.volatile, first + BLOCKS, asked))!;
    });
    const observed = families.flatMap(({ checks }) => checks.map((check) => String(check.observed)));
    expect(observed).toContainEqual(expect.stringMatching(/^not known: .* good for its block alone/));
  });

  it('are the same after a rebuild of the tracked calls and of the claims', () =>
    expectSameAfterRebuilds(pool, projectors));

  describe('go into bundles', () => {
    let texts: readonly string[];
    beforeAll(async () => {
      const options = { restingOn: '"(view|delegation):1:' };
      texts = (await exportedProofs(pool, [demo.chain.url], BUNDLES, options)).map(({ text }) => text);
    });

    it('that another process verifies from their text alone', () => {
      expect(texts.length).toBeGreaterThan(BUNDLES / 2);
      for (const text of texts) expect(text).toContain('"witness"');
      const directory = mkdtempSync(join(tmpdir(), 'chainproof-deceiving-'));
      try {
        for (const [at, text] of texts.entries()) writeFileSync(join(directory, `${at}.json`), text);
        const said = execFileSync(process.execPath, ['--input-type=module', '-e', VERIFY_ALL, directory], {
          ...{ env: {}, encoding: 'utf8' as const },
        });
        expect(JSON.parse(said)).toEqual({ verified: texts.length });
      } finally {
        rmSync(directory, { recursive: true, force: true });
      }
    });

    it(`that are refused at the right level when one byte changes, in ${CHANGES} trials`, async () => {
      const bytes = new Prng(2029);
      for (let round = 0; round < CHANGES; round++) {
        const changed = changeByte(bytes.pick(texts), bytes);
        const level = levelOf(await verifyBundle(changed.text, published()));
        if (!isRight(changed, level))
          expect([changed.path, changed.at, level]).toBe('refused at the right level');
      }
    });
  });

  it('are those that the node returns after a reorganisation', async () => {
    await chain.goBack(mark);
    await play(REPLACED);
    await demo.follow(pool, projectors);
    await compare(pool, first + BLOCKS - REPLACED - 2);
    expect(await digestOf(pool)).toEqual(await digestOf(await demo.ingested(projectors, [everything()])));
  });

  it('are the same in whatever order blocks are ingested', async () => {
    const inOrder = await digestOf(pool);
    const ranges = shuffledRanges(everything(), new Prng(3));
    const shuffled = await demo.ingested(projectors, ranges);
    expect(await digestOf(shuffled)).toEqual(inOrder);
    await compare(shuffled, first);
  });

  it('are those that the node returns while earlier blocks are missing', async () => {
    const later = await demo.ingested(projectors, [[first + MISSING, first + BLOCKS]]);
    const { proven, undecided } = await compare(later, first + MISSING);
    expect(proven).toBeGreaterThan(0);
    // No event of the range names the roles that were granted before it.
    expect(undecided).toBeGreaterThanOrEqual(2 * (BLOCKS - MISSING + 1));
  });
});
