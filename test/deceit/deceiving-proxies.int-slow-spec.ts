import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { encodeFunctionData, type Hex, parseAbi, zeroAddress } from 'viem';
import { EPISODES } from '../../src/demo/scenario/episodes.js';
import { ownArtifact } from '../../src/demo/stage/own-artifact.js';
import { fromHex } from '../../src/domain/chain/codec/hex.js';
import type { Projector } from '../../src/event-store/projector.js';
import { JSON_READY } from '../../src/platform/postgres/json-ready.js';
import { inTransaction } from '../../src/platform/postgres/transaction.js';
import { allProjectors } from '../../src/runtime/projection/projectors.js';
import { published } from '../../src/verifier/published.js';
import { bounded } from '../bounded.js';
import { assembled } from '../builder/assembled.js';
import { shuffledRanges } from '../builder/shuffled-ranges.js';
import { DemoDatabases } from '../fixture/demo-databases.js';
import { HonestChain } from '../forger/honest-chain.js';
import { madeUpFacets } from '../forger/made-up-claims.js';
import { Tally } from '../forger/tally.js';
import { Prng } from '../simulation/prng.js';
import { itSlowly } from '../slowly.js';
import { creationOf } from './creation-of.js';
import { type Call, DeceivingChain } from './deceiving-chain.js';
import { DIAMOND_WAYS, DiamondWorld } from './diamond-world.js';
import { type OddContract, ProxyWorld, SLOTS, type Way } from './proxy-world.js';
import { digestOf, expectSameAfterRebuilds } from './rebuilt-claims.js';

const BLOCKS = bounded(24, 200);
const REPLACED = 8;
const MISSING = 4;
const ACTS = 6;
/** Highest share of true claims that may be unproven. */
const MISSED = 0.02;
const ABI = parseAbi([
  'function put(bytes32 at, address value)',
  'function announce(address beacon)',
  'function say(address other)',
]);
const WAYS = ['none', 'slot', 'beacon', 'fixed', 'asking'] as const;
const COPY_INPUT = 'CALLDATASIZE 0 0 CALLDATACOPY';
const FORWARD = (target: string) => `${COPY_INPUT} 0 0 CALLDATASIZE 0 ${target} GAS DELEGATECALL`;
const GIVE_BACK =
  'RETURNDATASIZE 0 0 RETURNDATACOPY @ok JUMPI RETURNDATASIZE 0 REVERT ok: RETURNDATASIZE 0 RETURN';

const CLAIMS = `
SELECT number.id, subject, object, start_block AS start, coalesce(end_block, 1000000000) AS "end"
FROM definition_set JOIN proof_segment ON definition_set = definition_set.id JOIN definition_number number ON number.number = definition
WHERE current AND number.id = ANY($1)`;

const OF_DIAMONDS = new Set(['proxy:diamond', 'derived:account_type:proxy', 'token:upgradeable']);
/** Claims that are undecided of a contract that treats calls differently. */
const OF_GUARDED = ['derived:account_type:contract', 'derived:account_type:proxy', 'relation:implemented_by'];
const OPEN = `
SELECT number.id, subject, proven, start_block AS start, end_block AS "end"
FROM definition_set JOIN (
  SELECT definition_set, definition, subject, false AS proven, start_block, end_block FROM undecided_segment
  UNION ALL SELECT definition_set, definition, subject, true, start_block, end_block FROM proof_segment
) segment ON definition_set = definition_set.id JOIN definition_number number ON number.number = definition
WHERE current AND subject = ANY($1) AND number.id = ANY($2) ORDER BY subject, number.id, start_block`;

const PROOFS = `
SELECT number.id, proof_text(proof_segment) AS proof
FROM definition_set JOIN proof_segment ON definition_set = definition_set.id JOIN definition_number number ON number.number = definition
WHERE current AND subject = $1 AND number.id NOT LIKE 'relation:%' ORDER BY number.id`;

interface Span {
  readonly id: string;
  readonly subject: string;
  /** Empty for attributes. */
  readonly object: string;
  readonly start: number;
  readonly end: number;
}

let demo: DemoDatabases;
let projectors: Projector[];
let pool: Pool;
let chain: DeceivingChain;
let world: ProxyWorld;
/** Contracts that treat calls differently, by what they do. */
const guarded = new Map<string, Hex>();
let diamonds: DiamondWorld;
/** First block with all contracts. */
let first: number;
let mark: string;

beforeAll(async () => {
  demo = await DemoDatabases.startOwn(bounded([], EPISODES));
  projectors = allProjectors({ firstBlock: demo.chain.firstBlock, isDemo: true });
  chain = new DeceivingChain(demo.chain.url);
  world = new ProxyWorld(new Prng(11));
  diamonds = new DiamondWorld(new Prng(12));
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
  const [one, two, plain] = [
    await deploy('SilentOwner', `0x${'b0'.repeat(20)}`),
    await deploy('SilentOwner', `0x${'c0'.repeat(20)}`),
    await deploy('PlainToken'),
  ] as const;
  const curious = await deploy('CuriousTarget');
  world.targets.push(one, two, plain, curious);
  for (const target of [one, two, plain]) {
    const beacon = await deploy('SilentBeacon', target);
    world.beacons.push(beacon);
    world.nameImplementation(beacon, target);
  }
  await buildOddProxies(deploy);
  await buildPrograms(plain, one);
  await buildGuarded(plain, one);
  await buildDiamonds(deploy);
}

async function buildOddProxies(deploy: (name: string, ...args: unknown[]) => Promise<Hex>): Promise<void> {
  const [one, , plain, curious] = world.targets as [Hex, Hex, Hex, Hex];
  const [beacon, other, third] = world.beacons as [Hex, Hex, Hex];
  const calls: Call[] = [];
  const add = async (
    name: string,
    way: (typeof WAYS)[number],
    { slot, target, moves = true }: { slot?: Hex; target?: Hex; moves?: boolean },
    slots: Partial<Record<Hex, Hex>> = {},
  ): Promise<OddContract> => {
    const args = [WAYS.indexOf(way), slot ?? SLOTS.custom, target ?? zeroAddress];
    const address = await deploy('OddProxy', ...args);
    const known: Way = way === 'asking' ? 'fixed' : way;
    const contract = {
      ...{ address, way: known, moves },
      ...(slot && known !== 'fixed' && { slot }),
      ...(target && { target }),
    };
    world.contracts.set(name, contract);
    for (const [at, value] of Object.entries(slots)) put(contract, at as Hex, value!);
    return contract;
  };
  const put = ({ address }: OddContract, slot: Hex, value: Hex) => {
    calls.push({
      to: address,
      data: encodeFunctionData({ abi: ABI, functionName: 'put', args: [slot, value] }),
    });
    world.write(address, slot, value);
  };
  const every = {
    [SLOTS.eip1967]: plain,
    [SLOTS.eip1822]: plain,
    [SLOTS.ozV1]: plain,
    [SLOTS.beacon]: beacon,
    [SLOTS.eip1967Admin]: one,
    [SLOTS.ozV1Admin]: one,
  };
  for (const [name, slot] of [
    ['eip1967', SLOTS.eip1967],
    ['eip1822', SLOTS.eip1822],
    ['oz_v1', SLOTS.ozV1],
    ['custom', SLOTS.custom],
  ] as const) {
    await add(name, 'slot', { slot }, { [slot]: one });
    await add(`${name} with all slots`, 'slot', { slot }, { ...every, [slot]: one });
  }
  const uses = await add('beacon', 'beacon', { slot: SLOTS.beacon }, { [SLOTS.beacon]: beacon });
  const private_ = await add('private beacon', 'beacon', { slot: SLOTS.custom }, { [SLOTS.custom]: other });
  await add('deaf', 'beacon', { slot: SLOTS.custom }, { ...every, [SLOTS.custom]: third });
  const liar = await add('all slots, none used', 'none', {}, every);
  await add('all slots, target in its code', 'fixed', { target: plain }, every);
  await add(
    'target in its code reads the slot',
    'fixed',
    { target: curious },
    { ...every, [SLOTS.eip1967]: curious },
  );
  await add('asks, and delegates elsewhere', 'asking', { slot: SLOTS.beacon, target: plain }, every);
  await add(
    'asks for what is in its code',
    'asking',
    { slot: SLOTS.beacon, target: plain, moves: false },
    { ...every, [SLOTS.beacon]: third },
  );
  const still = await add(
    'still proxy',
    'slot',
    { slot: SLOTS.eip1967, moves: false },
    { [SLOTS.eip1967]: one },
  );
  for (const [name, of] of [
    ['clone of a proxy', still],
    ['clone of a liar', liar],
    ['clone of a contract', { address: plain }],
  ] as const) {
    const code = Buffer.from(
      `363d3d373d3d3d363d73${of.address.slice(2)}5af43d82803e903d91602b57fd5bf3`,
      'hex',
    );
    const address = (await chain.create([creationOf(code, '')]))[0]!;
    const contract = { address, way: 'clone', target: of.address, moves: of !== still } as const;
    world.contracts.set(name, name === 'clone of a contract' ? { ...contract, moves: false } : contract);
    if (name !== 'clone of a contract')
      for (const [at, value] of Object.entries(every)) put(contract, at as Hex, value!);
  }
  for (const [by, of] of [
    [uses, beacon],
    [private_, other],
    [liar, third],
    [liar, beacon],
  ] as const) {
    calls.push({
      to: by.address,
      data: encodeFunctionData({ abi: ABI, functionName: 'announce', args: [of] }),
    });
    world.announcers.set(of, [...(world.announcers.get(of) ?? []), by]);
  }
  calls.push({ to: beacon, data: encodeFunctionData({ abi: ABI, functionName: 'say', args: [plain] }) });
  for (let at = 0; at < calls.length; at += 20) await chain.block(calls.slice(at, at + 20));
}

/** Programs from other sources: each delegates to an address in its code, or is no proxy. */
async function buildPrograms(plain: Hex, one: Hex): Promise<void> {
  const pushed = plain.slice(2);
  // Answers any call, `implementation()` too, with its first slot.
  const odd = (
    await chain.create([creationOf(assembled('0 SLOAD 0 MSTORE 32 0 RETURN'), `${one} 0 SSTORE`)])
  )[0]!;
  const programs: readonly (readonly [name: string, program: string | Buffer, target?: Hex])[] = [
    ['push0', Buffer.from(`365f5f375f5f365f73${pushed}5af43d5f5f3e5f3d91602a57fd5bf3`, 'hex'), plain],
    // The first form of Vyper's forwarders.
    [
      'vyper',
      Buffer.from(`366000600037611000600036600073${pushed}5af4602c57600080fd5b6110006000f3`, 'hex'),
      plain,
    ],
    [
      'appends arguments',
      `${COPY_INPUT} 0 0 2 CALLDATASIZE ADD 0 ${plain} GAS DELEGATECALL ${GIVE_BACK}`,
      plain,
    ],
    ['fixed in code', `${FORWARD(plain)} ${GIVE_BACK}`, plain],
    ['odd beacon', `32 0 0 0 ${odd} GAS STATICCALL POP 0 MLOAD ${FORWARD('DUP5')} ${GIVE_BACK}`, one],
    [
      'known function',
      `0 CALLDATALOAD 224 SHR 0x8da5cb5b EQ @go JUMPI 0 0 REVERT go: ${FORWARD(plain)} ${GIVE_BACK}`,
    ],
    ['library', `0 0 4 0 ${plain} GAS DELEGATECALL STOP`],
    ['itself', `${FORWARD('ADDRESS')} ${GIVE_BACK}`],
    [
      'treats its admin otherwise',
      `CALLER ${one} EQ @no JUMPI ${FORWARD(plain)} ${GIVE_BACK} no: 0 0 REVERT`,
      plain,
    ],
    ['to nothing', `${FORWARD(`0x${'ab'.repeat(20)}`)} ${GIVE_BACK}`],
    // Its slot names what it delegates to, for another reason.
    ['reads its slot', `${SLOTS.eip1967} SLOAD POP ${FORWARD(plain)} ${GIVE_BACK}`, plain],
  ];
  for (const [name, program, target] of programs) {
    const code = typeof program === 'string' ? assembled(program) : program;
    const setsSlot = name === 'reads its slot' ? `${plain} ${SLOTS.eip1967} SSTORE` : '';
    const address = (await chain.create([creationOf(code, setsSlot)]))[0]!;
    world.contracts.set(name, {
      ...{ address, way: target ? 'fixed' : 'none' },
      ...(target && { target }),
      ...(name === 'odd beacon' && { asks: odd }),
    });
  }
}

/** Contracts that pass some calls on, and none of the zero address, without a price, or with little gas. */
async function buildGuarded(plain: Hex, one: Hex): Promise<void> {
  for (const [name, guard] of [
    ['refuses the zero address', 'CALLER'],
    ['serves one account', `CALLER ${one} EQ`],
    ['serves who is named in a slot', 'CALLER 0 SLOAD EQ'],
    ['serves whom one account signed for', `ORIGIN ${one} EQ`],
    ['serves what is paid for', 'GASPRICE'],
    ['serves those who give much gas', 'GAS 12000000 LT'],
    ['compares its slot', `0 SLOAD ${plain} EQ`],
  ] as const) {
    const code = assembled(`${guard} @go JUMPI 0 0 REVERT go: ${FORWARD(plain)} ${GIVE_BACK}`);
    guarded.set(
      name,
      (await chain.create([creationOf(code, `${name === 'compares its slot' ? plain : one} 0 SSTORE`)]))[0]!,
    );
  }
}

/** Diamonds whose events need not match what their functions delegate to. */
async function buildDiamonds(deploy: (name: string, ...args: unknown[]) => Promise<Hex>): Promise<void> {
  const [one, two, plain, curious] = world.targets as [Hex, Hex, Hex, Hex];
  diamonds.facets.push(one, two, plain);
  for (const [at, way] of DIAMOND_WAYS.entries()) {
    const other = way === 'elsewhere' ? curious : plain;
    diamonds.diamonds.set(way, { address: await deploy('OddDiamond', at, other), way, other });
  }
  const lying = await deploy('OddDiamond', DIAMOND_WAYS.indexOf('named'), plain);
  diamonds.diamonds.set('lying', { address: lying, way: 'named', lies: true });
  for (const name of ['still', 'busy']) {
    const address = await deploy('OddDiamond', DIAMOND_WAYS.indexOf('named'), plain);
    diamonds.diamonds.set(name, { address, way: 'named', ...(name === 'still' && { moves: false }) });
  }
  const cloned = diamonds.diamonds.get('packed')!.address;
  const clone = Buffer.from(`363d3d373d3d3d363d73${cloned.slice(2)}5af43d82803e903d91602b57fd5bf3`, 'hex');
  const [address] = await chain.create([creationOf(clone, '')]);
  diamonds.diamonds.set('clone', { address: address!, way: 'packed', other: cloned, isClone: true });
  const said = [...diamonds.diamonds.values()].map((diamond) =>
    diamonds.change(diamond.address, 'cut', '0x22222222', plain),
  );
  const block = await chain.block(said.map(({ call }) => call));
  for (const { done } of said) done(block);
}

async function play(blocks: number): Promise<void> {
  for (let left = blocks; left > 0; left--) {
    const { calls, done } = world.acts(ACTS);
    const cuts = diamonds.acts(ACTS);
    const block = await chain.block([...calls, ...cuts.calls]);
    done(block);
    cuts.done(block);
  }
}

/** Compares the proven claims with the true ones at every block: none may be wrong. @returns the share of true claims that is not proven */
async function missed(of: Pool, from: number): Promise<number> {
  const { rows } = await of.query<Span>({ text: CLAIMS, values: [ProxyWorld.ids], types: JSON_READY });
  const own = new Set([...world.contracts.values()].map(({ address }) => address as string));
  for (const beacon of world.beacons) own.add(beacon);
  for (const { address } of diamonds.diamonds.values()) own.add(address);
  const spans = rows.filter(({ subject }) => own.has(subject));
  const wrong: unknown[] = [];
  let absent = 0;
  let so = 0;
  for (let block = from; block <= first + BLOCKS; block++) {
    const truths = new Set([...world.truths(block), ...diamonds.truths(block)]);
    const proven = spans.filter(({ start, end }) => start <= block && block <= end);
    const claims = new Set(
      proven.map(({ id, subject, object }) =>
        [subject, id, ...(id.startsWith('relation:') ? [object] : [])].join(' '),
      ),
    );
    const named = (one: string) => [block, nameOf(one.split(' ')[0]!), ...one.split(' ').slice(1)].join(' ');
    so += truths.size;
    wrong.push(...[...claims].filter((one) => !truths.has(one)).map(named));
    absent += [...truths].filter((one) => !claims.has(one)).length;
  }
  expect(wrong).toEqual([]);
  return absent / so;
}

function nameOf(address: string): string {
  const all = [...world.contracts, ...diamonds.diamonds];
  return all.find(([, one]) => one.address === address)?.[0] ?? 'a beacon';
}

describe('proxies of every kind, and contracts that look like them', () => {
  it('are proven as they behave, at every block', async () => {
    expect(await missed(pool, first)).toBeLessThanOrEqual(MISSED);
    const { rows } = await pool.query<Span>({ text: CLAIMS, values: [ProxyWorld.ids], types: JSON_READY });
    const own = new Set(
      [...world.contracts.values(), ...world.beacons, ...diamonds.diamonds.values()].map(
        (one) => (typeof one === 'string' ? one : one.address) as string,
      ),
    );
    const shown = new Set(rows.filter(({ subject }) => own.has(subject)).map(({ id }) => id));
    expect([...shown].sort()).toEqual([...ProxyWorld.ids]);
  });

  it('are undecided if they depend on the caller, or on gas or its price, and pass nothing on when they are observed, or if code and slot decide together', async () => {
    const { rows } = await pool.query<{ readonly subject: string }>({
      text: OPEN,
      values: [[...guarded.values()].map((address) => fromHex(address)), OF_GUARDED],
      types: JSON_READY,
    });
    for (const [name, address] of guarded)
      expect([name, rows.filter(({ subject }) => subject === address)]).toEqual([
        name,
        OF_GUARDED.map((id) => ({
          id,
          subject: address,
          proven: false,
          start: expect.any(Number),
          end: null,
        })),
      ]);
  });

  it('are diamonds by a call that was executed', async () => {
    const of = async (name: string) => {
      const { address } = diamonds.diamonds.get(name)!;
      const values = [fromHex(address)];
      const { rows } = await pool.query<{ readonly id: string; readonly proof: string }>({
        text: PROOFS,
        values,
        types: JSON_READY,
      });
      return rows.map(({ id, proof }) => [
        id,
        (JSON.parse(proof) as { readonly sourceEvidenceRefs: string[] }).sourceEvidenceRefs
          .map((ref) => ref.replace(/:0x[0-9a-f]{40,64}|:[0-9]+(?=:|$)/g, ''))
          .join(' '),
      ]);
    };
    const executed = 'delegation:0x22222222 log';
    expect(new Set((await of('still')).map(String))).toContain(`proxy:diamond,code ${executed}`);
    expect(new Set((await of('still')).map(String))).toContain(`token:upgradeable,${executed}`);
    for (const liar of ['never', 'without arguments', 'elsewhere', 'for some'])
      expect([liar, (await of(liar)).map(([id]) => id).filter((id) => OF_DIAMONDS.has(id!))]).toEqual([
        liar,
        [],
      ]);
  });

  it('are no diamonds by made-up state behind their cuts: the state root of the chain refutes it', async () => {
    const head = first + BLOCKS;
    await inTransaction(pool, async (tx) => {
      const honest = await HonestChain.open(tx, demo.chain.url, head);
      const tally = new Tally(honest, published());
      const [still, ...liars] = ['still', 'never', 'without arguments', 'with arguments', 'elsewhere'].map(
        (name) => diamonds.diamonds.get(name)!.address,
      );
      const claim = honest.claims.find(
        ({ id, subject, end }) => id === 'proxy:diamond' && subject === still && end === head,
      )!;
      const like = await honest.bundle(claim, head);
      for (const liar of liars)
        for await (const forgery of madeUpFacets(honest, like, liar)) await tally.add(claim.id, forgery);
      await honest.close();
      expect(tally.passed).toEqual([]);
      const { tried, refused, levels } = tally.byLie.get('a made-up named delegation')!;
      expect(tried).toBeGreaterThanOrEqual(3);
      expect([refused, [...levels]]).toEqual([tried, ['V4 state']]);
      const rooted = tally.byLie.get('a made-up named delegation below a header of its own')!;
      expect([rooted.refused, [...rooted.levels]]).toEqual([tried, ['V4 block']]);
    });
  });

  it('are undecided diamonds if they pass calls on for some callers only', async () => {
    const { rows } = await pool.query<{ readonly id: string; readonly proven: boolean }>({
      text: OPEN,
      values: [[fromHex(diamonds.diamonds.get('for some')!.address)], ['proxy:diamond']],
      types: JSON_READY,
    });
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.map(({ proven }) => proven)).not.toContain(true);
  });

  itSlowly('are the same after a rebuild of the tracked calls and of the claims', () =>
    expectSameAfterRebuilds(pool, projectors),
  );

  it('are proven as they behave after a reorganisation', async () => {
    await chain.goBack(mark);
    world.goBack(first + BLOCKS - REPLACED);
    diamonds.goBack(first + BLOCKS - REPLACED);
    await play(REPLACED);
    await demo.follow(pool, projectors);
    expect(await missed(pool, first)).toBeLessThanOrEqual(MISSED);
    expect(await digestOf(pool)).toEqual(await digestOf(await demo.ingested(projectors, [everything()])));
  });

  itSlowly('are the same in whatever order blocks are ingested', async () => {
    const shuffled = await demo.ingested(projectors, shuffledRanges(everything(), new Prng(5)));
    expect(await digestOf(shuffled)).toEqual(await digestOf(pool));
    await missed(shuffled, first);
  });

  it('are never proven wrongly while earlier blocks are missing', async () => {
    const later = await demo.ingested(projectors, [[first + MISSING, first + BLOCKS]]);
    await missed(later, first + MISSING);
  });
});
