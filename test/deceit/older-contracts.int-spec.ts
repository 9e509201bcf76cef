import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { encodeFunctionData, type Hex, parseAbi, zeroAddress } from 'viem';
import { ownArtifact } from '../../src/demo/stage/own-artifact.js';
import type { Statement } from '../../src/verifier/bundle/bundle.schema.js';
import { statementDigest } from '../../src/verifier/bundle/statement-digest.js';
import { published } from '../../src/verifier/published.js';
import { verifyBundle } from '../../src/verifier/verify-bundle.js';
import { assembled } from '../builder/assembled.js';
import { DemoDatabases } from '../fixture/demo-databases.js';
import { creationOf } from './creation-of.js';
import { DeceivingChain } from './deceiving-chain.js';
import { cloneOf } from './delegations.js';
import { DIAMOND_WAYS } from './diamond-world.js';
import { dispatch, forward } from './forwarding.js';
import { exportedAt } from './lied-bundles.js';
import { SLOTS } from './proxy-world.js';
import { verdictAtHead } from './verdict-at-head.js';

const CUT = parseAbi(['function cut(bytes4 selector, address facet)']);
const RENOUNCED = 'control:ownership_renounced';
const SMART_WALLET = 'derived:account_type:smart_wallet';
const PERSON: Hex = `0x${'b0'.repeat(20)}`;

/** A contract with owner() that does the rest with other calls. */
const owned = (by: Hex, rest: string) =>
  `${dispatch('0x8da5cb5b', 'owner')} ${rest} owner: ${by} 0 MSTORE 32 0 RETURN`;
const ownerless = (rest: string) => owned(zeroAddress, rest);

/** By name, the program and the account in its custom slot. */
const PROGRAMS: Readonly<Record<string, string>> = {
  plain: ownerless('0 0 REVERT'),
  owned: owned(PERSON, '0 0 REVERT'),
  // DELEGATECALL follows the end of a run, as in the data of a compiler.
  'with data': `${ownerless('0 0 REVERT')} INVALID DELEGATECALL CALLCODE SELFDESTRUCT`,
  'with fixed code': ownerless(forward(PERSON)),
  'that jumps where a slot says': ownerless(`0 SLOAD JUMP to: ${forward(`${SLOTS.custom} SLOAD`)}`),
  // As a diamond does.
  'that passes one function on': ownerless(
    `${dispatch('0x1f931c1c', 'facet')} 0 0 REVERT facet: ${forward(`${SLOTS.custom} SLOAD`)}`,
  ),
  'by CALLCODE': ownerless(forward(`${SLOTS.custom} SLOAD`, 'CALLCODE')),
  mortal: ownerless('CALLER SELFDESTRUCT'),
};

let demo: DemoDatabases;
let chain: DeceivingChain;
let pool: Pool;
/** The first block that is read. */
let first: number;
let head: number;
const older: Record<string, Hex> = {};
const created: Record<string, Hex> = {};
/** Older ones, too. */
const wallets: Record<string, Hex> = {};
let cloneOfDiamond: Hex;

beforeAll(async () => {
  demo = await DemoDatabases.startOwn([]);
  chain = new DeceivingChain(demo.chain.url);
  const [other] = (await chain.deploy([{ artifact: ownArtifact('PlainToken'), args: [] }])) as [Hex];
  for (const name of Object.keys(PROGRAMS)) older[name] = await create(name, other);
  older.clone = await createClone(older.plain!);
  older['clone of code that passes one function on'] = await createClone(
    older['that passes one function on']!,
  );
  await createWallets();
  const odd = { artifact: ownArtifact('OddDiamond'), args: [DIAMOND_WAYS.indexOf('named'), other] };
  cloneOfDiamond = await createClone((await chain.deploy([odd]))[0]!);
  first = (await chain.height()) + 1;
  for (const name of Object.keys(PROGRAMS)) created[name] = await create(name, other);
  const cut = encodeFunctionData({ abi: CUT, args: ['0x11111111', other] });
  head = await chain.block([
    ...[older, wallets]
      .flatMap((all) => Object.values(all))
      .map((to) => ({ to, data: '0x8da5cb5b' }) as const),
    ...[older.mortal!, created.mortal!].map((to) => ({ to, data: '0x' }) as const),
    { to: cloneOfDiamond, data: cut },
  ]);
  pool = await demo.ingested(demo.everyProjector(), [[first, head]]);
});
afterAll(() => demo?.stop());

async function createClone(of: Hex): Promise<Hex> {
  return (await chain.create([cloneOf(of)]))[0]!;
}

async function createWallets(): Promise<void> {
  const validates = `${dispatch('0x19822f7c', 'validate')} 0 0 REVERT validate: 0 0 MSTORE 32 0 RETURN`;
  const programs: readonly (readonly [string, (before: Hex) => string])[] = [
    ['wallet', () => validates],
    ['proxy of a wallet', forward],
    ['forwarder to a proxy of a wallet', forward],
  ];
  let before: Hex = zeroAddress;
  for (const [name, program] of programs) {
    before = (await chain.create([creationOf(assembled(program(before)), '')]))[0]!;
    wallets[name] = before;
  }
}

async function create(name: string, target: Hex): Promise<Hex> {
  const write = `${target} ${SLOTS.custom} SSTORE`;
  return (await chain.create([creationOf(assembled(PROGRAMS[name]!), write)]))[0]!;
}

const verdicts = async (contracts: Readonly<Record<string, Hex>>, id: string) => {
  const found: Record<string, string> = {};
  for (const [name, of] of Object.entries(contracts)) found[name] = await verdictAtHead(pool, of, id);
  return found;
};

describe('a contract that is older than the blocks read', () => {
  it('is proven to have no owner, or not, where it can run no other code', async () => {
    expect(await verdicts(older, RENOUNCED)).toEqual({
      ...{ plain: 'proven', 'with data': 'proven', owned: 'not proven' },
      ...{ 'by CALLCODE': 'not proven', mortal: 'proven' },
      ...{ 'with fixed code': 'undecided', 'that jumps where a slot says': 'undecided' },
      ...{ 'that passes one function on': 'undecided', clone: 'proven' },
      'clone of code that passes one function on': 'undecided',
    });
  });

  it('may be a smart wallet, however many accounts are between it and the code of one', async () => {
    for (const of of Object.values(wallets))
      expect(await verdictAtHead(pool, of, SMART_WALLET)).toBe('undecided');
    for (const name of ['plain', 'clone'])
      expect(await verdictAtHead(pool, older[name]!, SMART_WALLET)).toBe('not proven');
  });

  it('is no diamond, and not upgradeable, where it cannot delegate', async () => {
    for (const id of ['proxy:diamond', 'token:upgradeable'])
      expect([id, await verdicts(older, id)]).toEqual([
        id,
        {
          ...{ plain: 'not proven', 'with data': 'not proven', owned: 'not proven' },
          ...{ 'by CALLCODE': 'not proven', mortal: 'not proven' },
          ...{ 'with fixed code': 'undecided', 'that jumps where a slot says': 'undecided' },
          ...{ 'that passes one function on': 'undecided', clone: 'not proven' },
          'clone of code that passes one function on': 'undecided',
        },
      ]);
  });

  it('is a diamond, if it is the clone of one, and upgradeable, from its first cut in these blocks on', async () => {
    for (const id of ['proxy:eip1167', 'proxy:diamond', 'token:upgradeable'])
      expect([id, await verdictAtHead(pool, cloneOfDiamond, id)]).toEqual([id, 'proven']);
  });
});

describe('a contract of the blocks read', () => {
  it('is not proven to have no owner where it may run code that is not observed', async () => {
    expect(await verdicts(created, RENOUNCED)).toEqual({
      ...{ plain: 'proven', 'with data': 'proven', owned: 'not proven' },
      ...{ 'with fixed code': 'proven', 'that jumps where a slot says': 'proven' },
      ...{ 'that passes one function on': 'proven' },
      ...{ 'by CALLCODE': 'not proven', mortal: 'proven' },
    });
  });

  it('is there after it executed SELFDESTRUCT', async () => {
    for (const of of [older.mortal!, created.mortal!])
      expect(await verdictAtHead(pool, of, 'address_nature:contract')).toBe('proven');
  });
});

describe('a bundle', () => {
  it('shows what the code reaches, and is refused where it says something else', async () => {
    const wanted = new Set([older.plain!, older.clone!, created['with fixed code']!]);
    const isWanted = ({ id, subject }: { readonly id: string; readonly subject: Hex }) =>
      id === RENOUNCED && wanted.has(subject);
    let shown = 0;
    for (let block = first; block <= head; block++)
      for (const { exported } of await exportedAt(pool, demo.chain.url, block, isWanted)) {
        shown++;
        expect(await verifyBundle(exported.text, published())).toMatchObject({ outcome: 'verified' });
        expect(await verifyBundle(lied(exported.text), published())).not.toMatchObject({
          outcome: 'verified',
        });
      }
    expect(shown).toBe(3);
  });
});

/** The same bundle with another list of instructions, of which none is CALLCODE or SELFDESTRUCT either. */
function lied(text: string): string {
  const bundle = JSON.parse(text);
  let changed = 0;
  for (const [proof, { digest: _, ...statement }] of Object.entries<Statement>(bundle.statements)) {
    for (const { value } of statement.holdings as { value: Record<string, string> }[])
      if (value.instructions !== undefined) {
        value.instructions = value.instructions === '0x' ? '0xf4' : '0x';
        changed++;
      }
    bundle.statements[proof] = { ...statement, digest: statementDigest(proof, bundle.block, statement) };
  }
  expect(changed).toBeGreaterThan(0);
  return JSON.stringify(bundle);
}
