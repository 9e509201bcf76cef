import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import type { Hex } from 'viem';
import { DEFAULT_SEED } from '../../src/demo/genesis/genesis.js';
import { accountOf } from '../../src/demo/stage/key.js';
import { assembled } from '../builder/assembled.js';
import { DemoDatabases } from '../fixture/demo-databases.js';
import { provenClaims } from '../fixture/proven-claims.js';
import { creationOf } from './creation-of.js';
import { DeceivingChain } from './deceiving-chain.js';
import { cloneOf, Delegations } from './delegations.js';
import { asked, dispatch, forward } from './forwarding.js';
import { expectShown } from './lied-bundles.js';
import { SLOTS } from './proxy-world.js';
import { verdictAtHead } from './verdict-at-head.js';

const PERSON: Hex = `0x${'b0'.repeat(20)}`;
const ROLE: Hex = `0x${'40'.repeat(32)}`;
const NO_ROLE: Hex = `0x${'0'.repeat(64)}`;
const ROLE_GRANTED = '0x2f8788117e7eff1d82e926ec794901d17c78024a50270940304540a733656f0d';
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
/** Emits the events of a token with roles. */
const EMIT: Hex = '0x11111111';

/** What each function returns, by selector; nothing for those that only change something. */
const functionsOf = (asset: string): Readonly<Record<string, string | undefined>> => ({
  '0x8da5cb5b': PERSON, // owner()
  '0xe30c3978': PERSON, // pendingOwner()
  '0x84ef8ffc': PERSON, // defaultAdmin()
  '0x91d14854': '1', // hasRole(bytes32,address)
  '0x5c975abb': '1', // paused()
  '0x8456cb59': undefined, // pause()
  '0xd505accf': undefined, // permit
  '0x38d52e0f': asset, // asset()
  '0x07a2d13a': '1', // convertToAssets(uint256)
});

/** A vault with an owner, roles and pauses, which does the rest with other calls. */
function vault(asset: string, rest = '0 0 REVERT'): string {
  const all = Object.entries(functionsOf(asset));
  const answers = all.map(([selector, answer]) =>
    answer === undefined ? `f${selector}: STOP` : `f${selector}: ${answer} 0 MSTORE 32 0 RETURN`,
  );
  const granted = (role: Hex) => `0 ${PERSON} ${role} ${ROLE_GRANTED} 0 0 LOG4`;
  const emit = `emit: ${granted(ROLE)} ${granted(NO_ROLE)} ${PERSON} 0 ${TRANSFER} 32 0 LOG3 STOP`;
  const dispatched = all.map(([selector]) => dispatch(selector, `f${selector}`));
  return [dispatch(EMIT, 'emit'), ...dispatched, rest, ...answers, emit].join(' ');
}

let demo: DemoDatabases;
let chain: DeceivingChain;
let pool: Pool;
/** The first block with one of the contracts, and the last one, in which they emit. */
let first: number;
let head: number;
const at: Record<string, Hex> = {};

beforeAll(async () => {
  demo = await DemoDatabases.startOwn([]);
  chain = new DeceivingChain(demo.chain.url);
  first = (await chain.height()) + 1;
  const asset = await add('asset', vault('0'));
  const implementation = await add('implementation', vault(asset));
  await add('other', '0 0 REVERT');
  await buildProxies(implementation);
  // The functions are neither in the first code nor in the last.
  const extended = await add('extended', vault(asset, forward(at.other!)));
  await add('before extended code', forward(at['reader of EIP-1967']!), { [SLOTS.eip1967]: extended });
  await add('two before extended code', forward(at['before extended code']!), { [SLOTS.eip1967]: extended });
  const key = accountOf(DEFAULT_SEED, 'account that delegates');
  const delegations = new Delegations(chain);
  await delegations.delegate(await delegations.signed(key, implementation));
  await add('to an account with a key', forward(key.address.toLowerCase()));
  await add('before one to an account with a key', forward(at['to an account with a key']!));
  const toCallers = `CALLER @go JUMPI STOP go: ${forward(`${SLOTS.custom} SLOAD`)}`;
  const says = `${dispatch('0x5c975abb', 'paused')} ${toCallers} paused: 0 0 MSTORE 32 0 RETURN`;
  await add('says itself, and passes the rest on for callers', says, { [SLOTS.custom]: implementation });
  await add('passes all on for callers', toCallers, { [SLOTS.custom]: implementation });
  // Nothing of this is theirs.
  await add('beside it', `${implementation} POP 0 0 REVERT`, { [SLOTS.eip1967]: implementation });
  const idle = await add('to nothing of it', forward(at.other!));
  await add('forwarder to nothing of it', forward(idle));
  head = await chain.block(Object.values(at).map((to) => ({ to, data: EMIT })));
  pool = await demo.ingested(demo.everyProjector(), [[demo.chain.firstBlock, head]]);
});
afterAll(() => demo?.stop());

/** @param slots what its constructor writes */
async function add(name: string, program: string, slots: Partial<Record<Hex, Hex>> = {}): Promise<Hex> {
  const writes = Object.entries(slots).map(([slot, value]) => `${value} ${slot} SSTORE`);
  const [address] = await chain.create([creationOf(assembled(program), writes.join(' '))]);
  at[name] = address!;
  return address!;
}

async function buildProxies(implementation: Hex): Promise<void> {
  for (const [name, slot] of [
    ['EIP-1967', SLOTS.eip1967],
    ['EIP-1822', SLOTS.eip1822],
    ['OpenZeppelin v1', SLOTS.ozV1],
    ['a custom slot', SLOTS.custom],
  ] as const) {
    const reader = await add(`reader of ${name}`, forward(`${slot} SLOAD`));
    await add(`proxy by ${name}`, forward(`${slot} SLOAD`), { [slot]: implementation });
    await add(`forwarder to a reader of ${name}`, forward(reader), { [slot]: implementation });
    const [clone] = await chain.create([cloneOf(reader)]);
    at[`clone of a reader of ${name}`] = clone!;
  }
  const beacon = await add('beacon', `${implementation} 0 MSTORE 32 0 RETURN`);
  await add('proxy by a beacon', asked(beacon));
  await add('forwarder to a proxy by a beacon', forward(at['proxy by a beacon']!));
}

/** What is claimed of each contract that runs the code of the vault. */
const CLAIMED = [
  ...['asset:erc4626', 'control:ownable', `relation:default_admin ${PERSON}`],
  ...[`relation:has_role_holder ${PERSON}`, `relation:owned_by ${PERSON}`],
  ...[`relation:pending_owner ${PERSON}`, 'token:pausable', 'token:paused', 'token:permit'],
];

async function claimed(name: string): Promise<readonly string[]> {
  const claims = (await provenClaims(pool)).get(at[name]!) ?? [];
  const ids = CLAIMED.map((one) => one.split(' ')[0]);
  return claims
    .filter(({ id }) => ids.includes(id))
    .map(({ id, object }) => (object === '' ? id : `${id} 0x${object}`));
}

describe('what a contract can do', () => {
  it.each([
    ...['implementation', 'proxy by EIP-1967', 'proxy by EIP-1822', 'proxy by OpenZeppelin v1'],
    ...['proxy by a custom slot', 'proxy by a beacon', 'forwarder to a proxy by a beacon'],
    ...['forwarder to a reader of EIP-1967', 'forwarder to a reader of EIP-1822'],
    ...['forwarder to a reader of OpenZeppelin v1', 'forwarder to a reader of a custom slot'],
    ...['before extended code', 'two before extended code', 'to an account with a key'],
    'before one to an account with a key',
  ])('is found of the contract "%s"', async (name) => {
    expect((await claimed(name)).toSorted()).toEqual(CLAIMED);
  });

  it.each([
    'beside it',
    'forwarder to nothing of it',
    'reader of a custom slot',
    'clone of a reader of EIP-1822',
  ])('is not claimed of the contract "%s", which runs no such code', async (name) =>
    expect(await claimed(name)).toEqual([]),
  );

  it('is what its own code answers, wherever other calls go', async () => {
    const verdict = (name: string) => verdictAtHead(pool, at[name]!, 'token:paused');
    expect(await verdict('says itself, and passes the rest on for callers')).toBe('not proven');
    expect(await verdict('passes all on for callers')).toBe('undecided');
  });

  it('is shown by bundles that execute', async () => {
    const own = new Set(Object.values(at));
    const ids = new Set(CLAIMED.map((one) => one.split(' ')[0]));
    const isTheirs = ({ id, subject }: { id: string; subject: Hex }) => ids.has(id) && own.has(subject);
    const shown = await expectShown(pool, demo.chain.url, [first, head], isTheirs);
    expect(shown).toBeGreaterThan(100);
  });
});
