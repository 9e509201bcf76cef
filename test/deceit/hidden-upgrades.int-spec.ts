import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { encodeFunctionData, type Hex, parseAbi, zeroAddress } from 'viem';
import { DEFAULT_SEED } from '../../src/demo/genesis/genesis.js';
import { accountOf } from '../../src/demo/stage/key.js';
import { ownArtifact } from '../../src/demo/stage/own-artifact.js';
import { assembled } from '../builder/assembled.js';
import { DemoDatabases } from '../fixture/demo-databases.js';
import { claimText, provenClaims } from '../fixture/proven-claims.js';
import { creationOf } from './creation-of.js';
import { DeceivingChain } from './deceiving-chain.js';
import { Delegations } from './delegations.js';
import { ask, asked, dispatch, forward, passOn } from './forwarding.js';
import { expectShown } from './lied-bundles.js';
import { SLOTS } from './proxy-world.js';
import { verdictAtHead } from './verdict-at-head.js';

const ABI = parseAbi(['function take(address to)']);
const PERSON: Hex = `0x${'b0'.repeat(20)}`;
const ADMIN: Hex = `0x${'c0'.repeat(20)}`;
const MASK: Hex = `0x${'5a'.repeat(32)}`;
const UPGRADEABLE = 'token:upgradeable';
const RENOUNCED = 'control:ownership_renounced';

/** A contract with owner(), which nobody is, that does the rest with other calls. */
const ownerless = (rest: string) =>
  `${dispatch('0x8da5cb5b', 'owner')} ${rest} owner: 0 0 MSTORE 32 0 RETURN`;

let demo: DemoDatabases;
let chain: DeceivingChain;
let pool: Pool;
/** The first block with one of the contracts, and the last block. */
let first: number;
let head: number;
const at: Record<string, Hex> = {};

beforeAll(async () => {
  demo = await DemoDatabases.startOwn([]);
  chain = new DeceivingChain(demo.chain.url);
  first = (await chain.height()) + 1;
  at.implementation = await deploy('SilentOwner', zeroAddress);
  at.other = await deploy('PlainToken');
  at.beacon = await deploy('SilentBeacon', at.implementation);
  await buildForwarders();
  await buildBeacons();
  await buildOwnerless();
  const key = accountOf(DEFAULT_SEED, 'account that delegates');
  at.account = key.address.toLowerCase() as Hex;
  const delegations = new Delegations(chain);
  await delegations.delegate(await delegations.signed(key, at.implementation));
  await add('passes calls on to an account', forward(at.account));
  await add('passes calls on to an account behind code', forward(at['passes calls on to an account']!));
  await add('ownerless, passes calls on to an account', ownerless(forward(at.account)));
  for (const name of ['forwarder', 'two forwarders', 'odd slot first'])
    head = await chain.block([
      { to: at[name]!, data: encodeFunctionData({ abi: ABI, functionName: 'take', args: [PERSON] }) },
    ]);
  pool = await demo.ingested(demo.everyProjector(), [[demo.chain.firstBlock, head]]);
});
afterAll(() => demo?.stop());

async function deploy(name: string, ...args: unknown[]): Promise<Hex> {
  return (await chain.deploy([{ artifact: ownArtifact(name), args }]))[0]!;
}

/** @param slots what its constructor writes */
async function add(name: string, program: string, slots: Partial<Record<Hex, Hex>> = {}): Promise<Hex> {
  const writes = Object.entries(slots).map(([slot, value]) => `${value} ${slot} SSTORE`);
  const [address] = await chain.create([creationOf(assembled(program), writes.join(' '))]);
  at[name] = address!;
  return address!;
}

async function buildForwarders(): Promise<void> {
  const { implementation, other } = at as { implementation: Hex; other: Hex };
  const eip1967 = { [SLOTS.eip1967]: implementation, [SLOTS.eip1967Admin]: ADMIN };
  const reader = await add('reader', forward(`${SLOTS.eip1967} SLOAD`));
  const odd = await add('reader of an odd slot', forward(`${SLOTS.custom} SLOAD`));
  const forwarder = await add('forwarder', forward(reader), eip1967);
  await add('two forwarders', forward(forwarder), eip1967);
  await add('forwarder to an odd slot', forward(odd), { [SLOTS.custom]: implementation });
  // What the slot names passes calls on to fixed code.
  const fixed = await add('fixed', forward(other));
  await add('odd slot between', forward(odd), { [SLOTS.custom]: fixed });
  await add('odd slot first', `${SLOTS.custom} SLOAD POP ${forward(`${SLOTS.eip1967} SLOAD`)}`, {
    ...{ [SLOTS.custom]: implementation },
    ...eip1967,
  });
  await add('fixed twice', forward(fixed), eip1967);
  const masked = `0x${(BigInt(implementation) ^ BigInt(MASK)).toString(16)}` as const;
  await add('masked slot', forward(`${SLOTS.custom} SLOAD ${MASK} XOR`), { [SLOTS.custom]: masked });
  const served = await add('serves callers', `CALLER @go JUMPI STOP go: ${forward(`${SLOTS.custom} SLOAD`)}`);
  await add('forwarder to what serves callers', forward(served), { [SLOTS.custom]: implementation });
  const twice = `${passOn(other)} POP ${forward(`${SLOTS.custom} SLOAD`)}`;
  await add('two targets', twice, { [SLOTS.custom]: implementation });
  await add('two targets behind code', forward(at['two targets']!), { [SLOTS.custom]: implementation });
}

async function buildBeacons(): Promise<void> {
  const { implementation, other, beacon } = at as { implementation: Hex; other: Hex; beacon: Hex };
  // Answers every call with its first slot.
  const registry = await add('registry', '0 SLOAD 0 MSTORE 32 0 RETURN', {
    [`0x${'0'.repeat(64)}`]: implementation,
  });
  const answer = `0x5c60da1b 224 SHL 0 MSTORE 32 0 4 0 ${beacon} GAS STATICCALL POP 0 MLOAD`;
  await add('beacon in its code', `${answer} ${forward('DUP5')}`);
  await add('beacon in its code, behind code', forward(at['beacon in its code']!));
  await add('names what the beacon answers', `${implementation} POP ${answer} ${forward('DUP5')}`);
  await add('asks, and obeys its code', `${answer} POP ${implementation} ${forward('DUP5')}`);
  await add('asks a registry', asked(registry));
  await add('asks two', `${ask(other)} ${asked(registry)}`);
  await add('asks, and is fixed', `${ask(registry)} ${forward(other)}`);
}

async function buildOwnerless(): Promise<void> {
  const { implementation, other } = at as { implementation: Hex; other: Hex };
  await add('ownerless', ownerless('0 0 REVERT'));
  await add('ownerless with fixed code', ownerless(forward(other)));
  await add('ownerless by an odd slot', ownerless(forward(`${SLOTS.custom} SLOAD`)), {
    [SLOTS.custom]: other,
  });
  await add(
    'ownerless for callers',
    ownerless(`CALLER @go JUMPI STOP go: ${forward(`${SLOTS.custom} SLOAD`)}`),
    {
      [SLOTS.custom]: other,
    },
  );
  // As of UUPS, where another role than the owner may upgrade.
  await add('ownerless proxy', forward(`${SLOTS.eip1967} SLOAD`), { [SLOTS.eip1967]: implementation });
}

async function said(name: string): Promise<readonly string[]> {
  return ((await provenClaims(pool)).get(at[name]!) ?? []).map(claimText);
}

const verdict = (name: string, id: string) => verdictAtHead(pool, at[name]!, id);

describe('code that somebody can replace', () => {
  it('is found behind code that passes every call on, with its kind, admin and owner', async () => {
    for (const name of ['forwarder', 'two forwarders'])
      expect(await said(name)).toEqual(
        expect.arrayContaining([
          ...['control:ownable', 'derived:account_type:proxy', 'proxy:eip1967', UPGRADEABLE],
          ...[`relation:implemented_by ${at.implementation}`, `relation:owned_by ${PERSON}`],
          `relation:proxy_admin ${ADMIN}`,
        ]),
      );
    expect(await said('two forwarders')).toContain(`relation:implemented_by ${at.forwarder}`);
  });

  it.each([
    'forwarder to an odd slot',
    'odd slot between',
    'masked slot',
    'beacon in its code',
    'beacon in its code, behind code',
    'names what the beacon answers',
    'asks a registry',
    'asks two',
    'passes calls on to an account',
    'passes calls on to an account behind code',
  ])('is found of the contract "%s"', async (name) => {
    expect(await verdict(name, UPGRADEABLE)).toBe('proven');
    expect((await said(name)).filter((one) => one.startsWith('proxy:'))).toEqual([]);
  });

  it('is of the kind of each slot that was read, whatever was read before', async () => {
    expect(await said('odd slot first')).toEqual(
      expect.arrayContaining([
        'proxy:eip1967',
        `relation:owned_by ${PERSON}`,
        `relation:proxy_admin ${ADMIN}`,
      ]),
    );
  });

  it('shows its beacon behind code that passes every call on', async () => {
    const uses = `relation:uses_beacon ${at.beacon}`;
    expect(await said('beacon in its code')).toContain(uses);
    expect(await said('beacon in its code, behind code')).toContain(uses);
  });

  it.each(['forwarder to what serves callers', 'two targets', 'two targets behind code'])(
    'is not ruled out of the contract "%s"',
    async (name) => {
      expect(await verdict(name, UPGRADEABLE)).toBe('undecided');
      expect(await verdict(name, 'relation:implemented_by')).toBe('undecided');
    },
  );

  it.each([
    'fixed',
    'fixed twice',
    'asks, and is fixed',
    'asks, and obeys its code',
    'ownerless with fixed code',
  ])('is not seen in the contract "%s"', async (name) => {
    expect(await verdict(name, UPGRADEABLE)).toBe('not proven');
    expect((await said(name)).filter((one) => one.startsWith('proxy:'))).toEqual([]);
  });

  it('is not without an owner', async () => {
    for (const name of ['ownerless', 'ownerless with fixed code'])
      expect([name, await verdict(name, RENOUNCED)]).toEqual([name, 'proven']);
    for (const name of [
      'ownerless by an odd slot',
      'ownerless proxy',
      'ownerless, passes calls on to an account',
    ])
      expect([name, await verdict(name, RENOUNCED)]).toEqual([name, 'not proven']);
    expect(await verdict('ownerless for callers', RENOUNCED)).toBe('undecided');
  });

  it('is shown by bundles that execute', async () => {
    const own = new Set(Object.values(at));
    const shown = await expectShown(pool, demo.chain.url, [first, head], ({ subject }) => own.has(subject));
    expect(shown).toBeGreaterThan(50);
  });
});
