import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { encodeFunctionData, type Hex, parseAbi } from 'viem';
import { accountOf } from '../../src/demo/stage/key.js';
import { ownArtifact } from '../../src/demo/stage/own-artifact.js';
import type { Projector } from '../../src/event-store/projector.js';
import { JSON_READY } from '../../src/platform/postgres/json-ready.js';
import { allProjectors } from '../../src/runtime/projection/projectors.js';
import { bounded } from '../bounded.js';
import { assembled } from '../builder/assembled.js';
import { shuffledRanges } from '../builder/shuffled-ranges.js';
import { DemoDatabases } from '../fixture/demo-databases.js';
import { Prng } from '../simulation/prng.js';
import { type Call, DeceivingChain } from './deceiving-chain.js';
import { digestOf, expectSameAfterRebuilds } from './rebuilt-claims.js';

const BLOCKS = bounded(24, 200);
const REPLACED = 8;
const MISSING = 4;
const EIP1967 = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3bc505d382bbc';
/** Known to nobody. */
const CUSTOM = `0x${'5107'.repeat(16)}` as const;
const ABI = parseAbi(['function pointTo(address implementation)', 'function say(address to)']);
const COPY_INPUT = 'CALLDATASIZE 0 0 CALLDATACOPY';
const FORWARD = (target: string) => `${COPY_INPUT} 0 0 CALLDATASIZE 0 ${target} GAS DELEGATECALL`;
const GIVE_BACK =
  'RETURNDATASIZE 0 0 RETURNDATACOPY @ok JUMPI RETURNDATASIZE 0 REVERT ok: RETURNDATASIZE 0 RETURN';

const CLAIMS = `
SELECT subject, object, start_block AS start, coalesce(end_block, 1000000000) AS "end"
FROM definition_set JOIN proof_segment ON definition_set = definition_set.id JOIN definition_number number ON number.number = definition
WHERE current AND number.id = 'relation:implemented_by'`;

interface Span {
  readonly subject: string;
  readonly object: string;
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
let implementations: Hex[];
/** By kind. */
let proxies: Map<string, Hex>;
/** Where each points, from a block on. */
let history: { readonly block: number; readonly kind: string; readonly target: Hex | undefined }[];
const random = new Prng(11);

beforeAll(async () => {
  demo = await DemoDatabases.startOwn();
  projectors = allProjectors({ firstBlock: demo.chain.firstBlock, isDemo: true });
  chain = new DeceivingChain(demo.chain.url, accountOf('chainproof', 'alice'));
  await chain.open();
  const deploy = async (name: string, ...args: unknown[]): Promise<Hex> =>
    (await chain.deploy([{ artifact: ownArtifact(name), args }]))[0]!;
  const [one, other, plain] = [
    await deploy('SilentOwner', `0x${'b0'.repeat(20)}`),
    await deploy('SilentOwner', `0x${'c0'.repeat(20)}`),
    await deploy('PlainToken'),
  ] as const;
  implementations = [one, other, plain];
  const create = async (program: string | Buffer, before = ''): Promise<Hex> => {
    const runtime = typeof program === 'string' ? assembled(program) : program;
    return (await chain.create([creationOf(runtime, before)]))[0]!;
  };
  const pushed = plain.slice(2);
  // Answers implementation(); takes another one as a lone word.
  const beacon = await create(
    `CALLDATASIZE 32 EQ @take JUMPI 0 SLOAD 0 MSTORE 32 0 RETURN take: 0 CALLDATALOAD 0 SSTORE STOP`,
    `${one} 0 SSTORE`,
  );
  const fixed: readonly (readonly [kind: string, program: string | Buffer, before?: string])[] = [
    ['eip1167', Buffer.from(`363d3d373d3d3d363d73${pushed}5af43d82803e903d91602b57fd5bf3`, 'hex')],
    ['push0', Buffer.from(`365f5f375f5f365f73${pushed}5af43d5f5f3e5f3d91602a57fd5bf3`, 'hex')],
    // As Vyper's forwarders were first.
    ['vyper', Buffer.from(`366000600037611000600036600073${pushed}5af4602c57600080fd5b6110006000f3`, 'hex')],
    ['appends arguments', `${COPY_INPUT} 0 0 2 CALLDATASIZE ADD 0 ${plain} GAS DELEGATECALL ${GIVE_BACK}`],
    ['fixed in code', `${FORWARD(plain)} ${GIVE_BACK}`],
  ];
  proxies = new Map([
    ['eip1967', await deploy('SlotProxy', EIP1967, one)],
    ['custom', await deploy('SlotProxy', CUSTOM, one)],
    ['beacon', await create(`32 0 0 0 ${beacon} GAS STATICCALL POP 0 MLOAD ${FORWARD('DUP5')} ${GIVE_BACK}`)],
    ['the beacon', beacon],
    ['slot alone', await create('1 0 MSTORE 32 0 RETURN', `${one} ${EIP1967} SSTORE`)],
    [
      'known function',
      await create(
        `0 CALLDATALOAD 224 SHR 0x8da5cb5b EQ @go JUMPI 0 0 REVERT go: ${FORWARD(plain)} ${GIVE_BACK}`,
      ),
    ],
    ['library', await create(`0 0 4 0 ${plain} GAS DELEGATECALL STOP`)],
    ['itself', await create(`${FORWARD('ADDRESS')} ${GIVE_BACK}`)],
    ['to nothing', await create(`${FORWARD(`0x${'ab'.repeat(20)}`)} ${GIVE_BACK}`)],
  ]);
  for (const [kind, program, before] of fixed) proxies.set(kind, await create(program, before));
  first = await chain.height();
  history = [];
  for (const kind of ['eip1967', 'custom', 'beacon']) history.push({ block: first, kind, target: one });
  for (const [kind] of fixed) history.push({ block: first, kind, target: plain });
  await play(BLOCKS - REPLACED);
  mark = await chain.mark();
  await play(REPLACED);
  pool = await demo.ingested(projectors, [everything()]);
}, 500_000);
afterAll(() => demo?.stop(), 60_000);

const everything = () => [demo.chain.firstBlock, first + BLOCKS] as const;

/** Code that runs a program and leaves the runtime. */
function creationOf(runtime: Buffer, program: string): Hex {
  const copy = Buffer.from('610000806100006000396000f3', 'hex');
  const before = assembled(`${program} JUMPDEST`);
  copy.writeUInt16BE(runtime.length, 1);
  copy.writeUInt16BE(before.length + copy.length, 5);
  return `0x${Buffer.concat([before, copy, runtime]).toString('hex')}`;
}

async function play(blocks: number): Promise<void> {
  for (let left = blocks; left > 0; left--) {
    const acts = ['eip1967', 'custom', 'beacon', 'nothing', 'nothing'] as const;
    const calls: Call[] = [];
    const pointed: (readonly [kind: string, target: Hex | undefined])[] = [];
    for (let act = random.between(0, 3); act > 0; act--) {
      const kind = random.pick(acts);
      // Sometimes to an account without code, which is no implementation.
      const to = random.chance(0.2) ? (`0x${'de'.repeat(20)}` as Hex) : random.pick(implementations);
      const target = implementations.includes(to) ? to : undefined;
      if (kind === 'beacon') {
        calls.push({ to: proxies.get('the beacon')!, data: `0x${to.slice(2).padStart(64, '0')}` });
      } else if (kind !== 'nothing') {
        const data = encodeFunctionData({ abi: ABI, functionName: 'pointTo', args: [to] });
        calls.push({ to: proxies.get(kind)!, data });
      } else continue;
      pointed.push([kind, target]);
    }
    const block = await chain.block(calls);
    for (const [kind, target] of pointed) history.push({ block, kind, target });
  }
}

/** Compares what is proven with where contracts point, at every block. */
async function compare(of: Pool, from: number): Promise<void> {
  const { rows } = await of.query<Span>({ text: CLAIMS, types: JSON_READY });
  const wrong: unknown[] = [];
  for (const [kind, contract] of proxies) {
    for (let block = from; block <= first + BLOCKS; block++) {
      const expected = history.findLast((one) => one.kind === kind && one.block <= block)?.target;
      const proven = rows
        .filter(({ subject, start, end }) => subject === contract && start <= block && block <= end)
        .map(({ object }) => object);
      if (proven.join() !== (expected ?? '')) wrong.push([kind, block, proven, expected]);
    }
  }
  expect(wrong).toEqual([]);
}

describe('implementations of proxies of every kind', () => {
  it('are those that they point to, at every block', () => compare(pool, first), 300_000);

  it(
    'are the same after a rebuild of what is tracked, and of the claims',
    () => expectSameAfterRebuilds(pool, projectors),
    300_000,
  );

  it('are those that they point to after a reorganisation', async () => {
    await chain.goBack(mark);
    history = history.filter(({ block }) => block <= first + BLOCKS - REPLACED);
    await play(REPLACED);
    await demo.follow(pool, projectors);
    await compare(pool, first);
    expect(await digestOf(pool)).toEqual(await digestOf(await demo.ingested(projectors, [everything()])));
  }, 300_000);

  it('are the same in whatever order blocks come', async () => {
    const shuffled = await demo.ingested(projectors, shuffledRanges(everything(), new Prng(5)));
    expect(await digestOf(shuffled)).toEqual(await digestOf(pool));
    await compare(shuffled, first);
  }, 300_000);

  it('are never wrong where the blocks before are missing', async () => {
    const later = await demo.ingested(projectors, [[first + MISSING, first + BLOCKS]]);
    const { rows } = await later.query<Span>({ text: CLAIMS, types: JSON_READY });
    const kinds = new Map([...proxies].map(([kind, contract]) => [contract as string, kind]));
    const wrong = rows.flatMap(({ subject, object, start, end }) => {
      const kind = kinds.get(subject);
      if (kind === undefined) return [];
      const at = (block: number) =>
        history.findLast((one) => one.kind === kind && one.block <= block)?.target;
      const blocks = Array.from({ length: BLOCKS - MISSING + 1 }, (_, place) => first + MISSING + place);
      return blocks.filter((block) => start <= block && block <= end && at(block) !== object);
    });
    expect(wrong).toEqual([]);
  }, 300_000);
});
