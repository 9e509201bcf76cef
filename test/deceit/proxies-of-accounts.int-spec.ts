import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { concatHex, encodeFunctionData, type Hex, numberToHex, parseAbi, zeroAddress, zeroHash } from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';
import { DEFAULT_SEED } from '../../src/demo/genesis/genesis.js';
import { accountOf } from '../../src/demo/stage/key.js';
import { ownArtifact } from '../../src/demo/stage/own-artifact.js';
import { fromHex } from '../../src/domain/chain/codec/hex.js';
import { JSON_READY } from '../../src/platform/postgres/json-ready.js';
import { assembled } from '../builder/assembled.js';
import { shuffledRanges } from '../builder/shuffled-ranges.js';
import { DemoDatabases } from '../fixture/demo-databases.js';
import { claimText, provenClaims } from '../fixture/proven-claims.js';
import { Prng } from '../simulation/prng.js';
import { DeceivingChain } from './deceiving-chain.js';
import { cloneOf, Delegations } from './delegations.js';
import { expectShown } from './lied-bundles.js';
import { SLOTS } from './proxy-world.js';
import { digestOf } from './rebuilt-claims.js';

const ABI = parseAbi([
  'function put(bytes32 at, address value)',
  'function announce(address beacon)',
  'function cut(bytes4 selector, address facet)',
  'function take(address to)',
  'function offer(address to)',
  'function grant(bytes32 role, address who)',
  'function name(address who)',
  'function deposit(uint256 assets, address receiver)',
]);
const PERSON: Hex = `0x${'b0'.repeat(20)}`;
const ADMIN: Hex = `0x${'c0'.repeat(20)}`;
const ROLE: Hex = `0x${'34'.repeat(32)}`;
const [BY_SLOT, BY_BEACON] = [1, 2];
/** A token that takes permits and is paused, and answers nothing else. */
const PAUSED = `0 CALLDATALOAD 224 SHR DUP1 0x5c975abb EQ @yes JUMPI DUP1 0x8456cb59 EQ @yes JUMPI DUP1 0xd505accf EQ @yes JUMPI STOP
  yes: 1 0 MSTORE 32 0 RETURN`;
const ABOUT =
  /^(proxy:|relation:(implemented|uses|owned|pending|default|has_role|proxy_admin|vault|beacon)|control:|token:(perm|paus|upgr)|asset:erc4626|derived:)/;

/** The claims of one subject that end at a block or later. */
const SPANS = `
SELECT number.id, start_block AS start, end_block AS "end"
FROM definition_set JOIN proof_segment ON definition_set = definition_set.id JOIN definition_number number ON number.number = definition
WHERE current AND subject = $1 AND coalesce(end_block, $2) >= $2 AND number.id ~ $3 ORDER BY 1, 2`;

/** Accounts, by what they delegate to. */
const KINDS = ['owner', 'roles', 'token', 'vault', 'beacon'] as const;
type Kind = (typeof KINDS)[number];

let demo: DemoDatabases;
let chain: DeceivingChain;
let pool: Pool;
const account = {} as Record<Kind, PrivateKeyAccount>;
const address = (kind: Kind): Hex => account[kind].address.toLowerCase() as Hex;
const at: Record<string, Hex> = {};
let cleared: number;
let again: number;
/** A block that writes to proxies, and names none of the accounts. */
let touched: number;

beforeAll(async () => {
  demo = await DemoDatabases.startOwn([]);
  chain = new DeceivingChain(demo.chain.url);
  for (const kind of KINDS) account[kind] = accountOf(DEFAULT_SEED, `account of the ${kind}`);
  const delegates = await deployDelegates();
  const delegations = new Delegations(chain);
  const toDelegates = () =>
    Promise.all(KINDS.map((kind) => delegations.signed(account[kind], delegates[kind])));
  await delegations.delegate(...(await toDelegates()));
  await buildProxies();
  cleared = await delegations.delegate(
    ...(await Promise.all(KINDS.map((kind) => delegations.signed(account[kind], zeroAddress)))),
  );
  again = await delegations.delegate(...(await toDelegates()));
  const data = encodeFunctionData({ abi: ABI, functionName: 'put', args: [SLOTS.custom, PERSON] });
  touched = await chain.block(
    ['eip1967', 'eip1822', 'oz_v1', 'token'].map((name) => ({ to: at[name]!, data })),
  );
  pool = await demo.ingested(demo.everyProjector(), [[demo.chain.firstBlock, again]]);
});
afterAll(() => demo?.stop());

async function deploy(name: string, ...args: unknown[]): Promise<Hex> {
  return (await chain.deploy([{ artifact: ownArtifact(name), args }]))[0]!;
}

async function deployDelegates(): Promise<Record<Kind, Hex>> {
  const runtime: Hex = `0x${assembled(PAUSED).toString('hex')}`;
  const size = numberToHex((runtime.length - 2) / 2, { size: 2 });
  const [token] = (await chain.create([concatHex(['0x61', size, '0x80600a5f395ff3', runtime])])) as [Hex];
  const owner = await deploy('SilentOwner', zeroAddress);
  at.asset = await deploy('DollarToken', 'Dollar', 'DOLLAR');
  return {
    ...{ owner, token },
    roles: await deploy('SilentRoles'),
    vault: await deploy('Vault', at.asset),
    beacon: await deploy('SilentBeacon', zeroAddress),
  };
}

/** Contracts that pass calls on to accounts that delegate. */
async function buildProxies(): Promise<void> {
  const call = (to: Hex, functionName: (typeof ABI)[number]['name'], ...args: unknown[]) =>
    chain.block([{ to, data: encodeFunctionData({ abi: ABI, functionName, args } as never) }]);
  const proxy = async (name: string, slot: Hex, target: Hex) => {
    at[name] = await deploy('OddProxy', slot === SLOTS.beacon ? BY_BEACON : BY_SLOT, slot, zeroAddress);
    await call(at[name], 'put', slot, target);
  };
  await proxy('eip1967', SLOTS.eip1967, address('owner'));
  await call(at.eip1967!, 'put', SLOTS.eip1967Admin, ADMIN);
  await call(at.eip1967!, 'take', PERSON);
  await call(at.eip1967!, 'offer', ADMIN);
  await proxy('eip1822', SLOTS.eip1822, address('owner'));
  await proxy('oz_v1', SLOTS.ozV1, address('token'));
  await call(at.oz_v1!, 'put', SLOTS.ozV1Admin, ADMIN);
  await proxy('roles', SLOTS.eip1967, address('roles'));
  await proxy('token', SLOTS.eip1967, address('token'));
  await proxy('vault', SLOTS.eip1967, address('vault'));
  await call(at.vault!, 'deposit', 0n, PERSON);
  await proxy('beacon of an account', SLOTS.beacon, await deploy('SilentBeacon', address('owner')));
  await proxy('beacon that is an account', SLOTS.beacon, address('beacon'));
  await call(at['beacon that is an account']!, 'announce', address('beacon'));
  await call(address('beacon'), 'name', at.asset);
  const [owned, granted, paused, cloned] = await chain.create(
    [address('owner'), address('roles'), address('token'), at.eip1967!].map(cloneOf),
  );
  Object.assign(at, { 'owned clone': owned, 'clone with roles': granted, 'paused clone': paused });
  at['clone of a proxy'] = cloned!;
  await call(owned!, 'take', PERSON);
  await call(owned!, 'offer', ADMIN);
  await call(cloned!, 'put', SLOTS.eip1967, address('owner'));
  for (const one of [at.roles!, granted!]) {
    await call(one, 'grant', ROLE, PERSON);
    await call(one, 'grant', zeroHash, ADMIN);
    await call(one, 'name', ADMIN);
  }
  at.diamond = await deploy('OddDiamond', 0, zeroAddress);
  await call(at.diamond, 'cut', '0x11111111', address('owner'));
}

async function said(name: string, of = pool): Promise<readonly string[]> {
  const claims = (await provenClaims(of)).get(at[name]!) ?? [];
  return claims.map(claimText).filter((text) => ABOUT.test(text));
}

describe('what passes calls on to an account that delegates', () => {
  const type = 'derived:account_type:proxy';
  const by = (kind: Kind) => `relation:implemented_by ${address(kind)}`;

  it('is a proxy of its kind', async () => {
    expect(await said('eip1967')).toEqual(
      expect.arrayContaining([type, 'proxy:eip1967', `relation:proxy_admin ${ADMIN}`, by('owner')]),
    );
    expect(await said('eip1822')).toEqual([type, 'proxy:eip1822', by('owner'), 'token:upgradeable']);
    expect(await said('oz_v1')).toEqual([
      ...[type, 'proxy:oz_v1', by('token'), `relation:proxy_admin ${ADMIN}`],
      ...['token:pausable', 'token:paused', 'token:permit', 'token:upgradeable'],
    ]);
    expect(await said('beacon of an account')).toEqual([
      ...[type, 'proxy:eip1967_beacon', by('owner')],
      ...[expect.stringMatching('^relation:uses_beacon'), 'token:upgradeable'],
    ]);
    expect(await said('diamond')).toEqual([type, 'proxy:diamond', 'token:upgradeable']);
  });

  it('has the owner and the roles that it has by the code of the delegate', async () => {
    expect(await said('eip1967')).toEqual([
      ...['control:ownable', type, 'proxy:eip1967', by('owner'), `relation:owned_by ${PERSON}`],
      ...[`relation:pending_owner ${ADMIN}`, `relation:proxy_admin ${ADMIN}`, 'token:upgradeable'],
    ]);
    expect(await said('roles')).toEqual([
      ...['control:access_control', type, 'proxy:eip1967', `relation:default_admin ${ADMIN}`],
      ...[`relation:has_role_holder=${ROLE} ${PERSON}`, `relation:has_role_holder=${zeroHash} ${ADMIN}`],
      ...[by('roles'), 'token:upgradeable'],
    ]);
  });

  it('is a minimal clone, with owner and roles', async () => {
    const clone = (kind: Kind) => `proxy:eip1167=${address(kind)}`;
    expect(await said('owned clone')).toEqual([
      ...['control:ownable', type, clone('owner'), by('owner')],
      ...[`relation:owned_by ${PERSON}`, `relation:pending_owner ${ADMIN}`, 'token:upgradeable'],
    ]);
    expect(await said('clone with roles')).toEqual([
      ...['control:access_control', type, clone('roles'), `relation:default_admin ${ADMIN}`],
      ...[`relation:has_role_holder=${ROLE} ${PERSON}`, `relation:has_role_holder=${zeroHash} ${ADMIN}`],
      ...[by('roles'), 'token:upgradeable'],
    ]);
    expect(await said('paused clone')).toEqual([
      ...[type, clone('token'), by('token')],
      ...['token:pausable', 'token:paused', 'token:permit', 'token:upgradeable'],
    ]);
    expect(await said('clone of a proxy')).toContain('token:upgradeable');
  });

  it('is a token with the functions of the delegate', async () => {
    expect(await said('token')).toEqual([
      ...[type, 'proxy:eip1967', by('token')],
      ...['token:pausable', 'token:paused', 'token:permit', 'token:upgradeable'],
    ]);
    expect(await said('vault')).toEqual([
      ...['asset:erc4626', 'derived:account_type:token', 'proxy:eip1967', by('vault')],
      ...[`relation:vault_asset ${at.asset}`, 'token:upgradeable'],
    ]);
  });

  it('uses a beacon that is such an account', async () => {
    expect(await said('beacon that is an account')).toEqual([
      ...[type, 'proxy:eip1967_beacon', `relation:implemented_by ${at.asset}`],
      ...[`relation:uses_beacon ${address('beacon')}`, 'token:pausable', 'token:permit', 'token:upgradeable'],
    ]);
  });

  it('is and has none of this while the account delegates to nobody', async () => {
    for (const name of [
      'eip1967',
      'eip1822',
      'oz_v1',
      'roles',
      'token',
      'diamond',
      'owned clone',
      'paused clone',
    ]) {
      const about =
        '^(proxy:|relation:(implemented|owned|pending|default|has_role|proxy_admin)|control:ownable|token:|derived:account_type:proxy)';
      const values = [fromHex(at[name]!), cleared - 1, about];
      const { rows } = await pool.query({ text: SPANS, values, types: JSON_READY });
      const ids = (end: number | null) => rows.filter((row) => row.end === end).map(({ id }) => id);
      expect([name, ids(cleared - 1)]).toEqual([name, ids(null)]);
      expect(rows.filter(({ end, start }) => end !== cleared - 1 && start !== again)).toEqual([]);
      expect(rows.length).toBeGreaterThan(3);
    }
  });

  it('is found where the account is older than the blocks read', async () => {
    const late = await demo.ingested(demo.everyProjector(), [[touched, touched]]);
    for (const name of ['eip1967', 'eip1822', 'oz_v1', 'token']) {
      const older = (await said(name)).filter((text) => text !== type);
      expect([name, await said(name, late)]).toEqual([name, older]);
    }
  });

  it('is and has the same in any order of ranges', async () => {
    const random = new Prng(31);
    const ranges = shuffledRanges([demo.chain.firstBlock, again], random);
    const shuffled = await demo.ingested(demo.everyProjector(), ranges, () => random.chance(0.3));
    expect(await digestOf(shuffled)).toEqual(await digestOf(pool));
  });

  it('is shown to be and to have all this by bundles that execute', async () => {
    const own = new Set(Object.values(at));
    const shown = await expectShown(pool, demo.chain.url, [again, again], ({ subject }) => own.has(subject));
    expect(shown).toBeGreaterThan(50);
  });
});
