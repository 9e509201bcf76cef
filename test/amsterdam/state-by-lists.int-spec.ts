import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Hex, keccak256 } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { checkProjections } from '../../src/cli/check/check-projections.js';
import { toHex } from '../../src/domain/chain/codec/hex.js';
import type { Address } from '../../src/domain/chain/hex.js';
import { checkLog } from '../../src/event-store/check-log.js';
import { forkSchedule } from '../../src/runtime/projection/projectors.js';
import type { StateAnswer } from '../../src/state/history/known-state.js';
import { StateHistory } from '../../src/state/history/state-history.js';
import { createDatabase, type TestDatabase } from '../fixture/database.js';
import { startIngestion, type TestIngestion } from '../fixture/ingestion.js';
import { provenClaims } from '../fixture/proven-claims.js';
import { storedTables } from '../fixture/stored-tables.js';
import { PATIENCE_MS } from '../patience.js';
import type { RpcServer } from '../simulation/rpc-server.js';
import { AMSTERDAM_TIME, AmsterdamChain, WITHDRAWN_TO } from './amsterdam-chain.js';
import { type NodeManner, startAmsterdamNode } from './amsterdam-node.js';
import { breeding, keeping, mayfly, passingOn, refusing, token } from './contracts.js';

const RECEIVER: Hex = '0x7700000000000000000000000000000000000077';
const HEIR: Hex = '0x8800000000000000000000000000000000000088';
const FORK_TIMES = new Map([['amsterdam', AMSTERDAM_TIME]]);
const SYSTEMS = forkSchedule(FORK_TIMES).forks.flatMap(({ systemContracts }) => systemContracts.map(toHex));
const delegating = privateKeyToAccount(keccak256('0x64656c6567617465'));
const breeder = privateKeyToAccount(keccak256('0x6272656564'));

const chain = await AmsterdamChain.start();
const { firstNumber: firstBlock } = chain;
await chain.append([]);
const [passer, refuser, coin, keeper, nursery] = (await chain.append([
  { data: passingOn(RECEIVER) },
  { data: refusing() },
  { data: token(RECEIVER) },
  { data: keeping() },
  { data: breeding() },
])) as [Hex, Hex, Hex, Hex, Hex];
await chain.append([
  { to: passer, value: 7n },
  { to: keeper, value: 1n },
  { to: keeper, value: 2n },
  { data: mayfly(HEIR), value: 13n },
  { to: coin },
  { to: refuser, value: 17n },
  { data: '0x600560005500' },
  // Writes its first slot, which was empty, and leaves code.
  { data: '0x60055f55600480600d5f395ff3345f5500' },
]);
const delegated = { by: delegating, to: passer } as const;
const bred = breeder.address.toLowerCase() as Hex;
await chain.append([
  { to: RECEIVER, authorization: { ...delegated, nonce: 0 } },
  { to: RECEIVER, authorization: { by: breeder, to: nursery, nonce: 0 } },
]);
await chain.append([
  // The delegate that it already had, then an authorization that does not count, then no delegate.
  { to: RECEIVER, authorization: { ...delegated, nonce: 1 } },
  { to: RECEIVER, authorization: { ...delegated, to: refuser, nonce: 9 } },
  { to: keeper },
  { to: RECEIVER, authorization: { ...delegated, to: `0x${'00'.repeat(20)}`, nonce: 2 } },
  // Does not count, though its nonce lies between the account's nonces before and after its two creations: one and three.
  { to: bred, authorization: { by: breeder, to: refuser, nonce: 2 } },
]);
await chain.append([]);
const LISTED = chain.blocks.filter(({ accounts }) => accounts !== undefined);

interface Ingested {
  readonly database: TestDatabase;
  readonly node: RpcServer;
  readonly ingestion: TestIngestion;
}

const all: Ingested[] = [];

async function ingest(manner: NodeManner): Promise<Ingested> {
  const database = await createDatabase({ migrated: true });
  const node = await startAmsterdamNode(chain, manner);
  const ingestion = startIngestion({
    ...{ rpcUrls: [node.url], databaseUrl: database.url },
    ...{ firstBlock, forkTimes: FORK_TIMES },
  });
  const ingested = { database, node, ingestion };
  all.push(ingested);
  await ingestion.reached(`0x${Buffer.from(chain.head.hash()).toString('hex')}`);
  return ingested;
}

afterAll(async () => {
  for (const { ingestion, node, database } of all) {
    await ingestion.stop();
    await node.stop();
    await database.drop();
  }
});

/** Every place that a block's list names: its value in our state and in the second implementation's state. */
async function* compared({ ingestion }: Ingested) {
  const history = new StateHistory(ingestion.pool, forkSchedule(FORK_TIMES));
  for (const { block, accounts } of LISTED) {
    const number = Number(block.header.number);
    for (const [address, account] of accounts!) {
      const { balance, nonce } = await history.accountAt(address as Address, number);
      const code = await history.codeAt(address as Address, number);
      const place = { number, address };
      yield { ...place, kind: 'balance', found: balance, expected: account.balance };
      yield { ...place, kind: 'nonce', found: nonce, expected: account.nonce };
      yield {
        ...{ ...place, kind: 'code', expected: account.code },
        found: code.known ? { ...code, value: toHex(code.value.bytes) } : code,
      };
      for (const [slot, expected] of account.storage)
        yield {
          ...{ ...place, kind: `slot ${slot}`, expected },
          found: await history.slotAt(address as Address, BigInt(slot), number),
        };
    }
  }
}

/** How many places of each kind are known, and the places that are not. */
async function tally(ingested: Ingested) {
  const known: Record<string, number> = {};
  const unknown = new Map<string, StateAnswer<unknown>>();
  for await (const { number, address, kind, found, expected } of compared(ingested)) {
    if (!found.known) {
      unknown.set(`${number} ${address} ${kind}`, found);
      continue;
    }
    expect([number, address, kind, found.value]).toEqual([number, address, kind, expected]);
    const name = `${kind.split(' ')[0]} ${found.support}`;
    known[name] = (known[name] ?? 0) + 1;
  }
  return { known, unknown };
}

/** How many places lists change, by kind. Each is known from that block on. */
function changesOfLists() {
  const counts = { balance: 0, nonce: 0, code: 0, slot: 0 };
  for (const { accessList } of LISTED)
    for (const one of accessList!.toJSON()) {
      counts.balance += one.balanceChanges.length > 0 ? 1 : 0;
      counts.nonce += one.nonceChanges.length > 0 ? 1 : 0;
      counts.code += one.codeChanges.length > 0 ? 1 : 0;
      counts.slot += one.storageChanges.length;
    }
  return counts;
}

/** Every storage write in order, and separately the word before each. */
async function storageChanges({ ingestion }: Ingested) {
  const { rows } = await ingestion.pool.query<{ before: string | null }>(
    `SELECT block_number, encode(address, 'hex') AS address, encode(slot, 'hex') AS slot, encode(after, 'hex') AS after,
            encode(before, 'hex') AS before
     FROM storage_change ORDER BY block_number, address, slot`,
  );
  return { writes: rows.map(({ before: _, ...row }) => row), before: rows.map(({ before }) => before) };
}

const coverage = async ({ ingestion }: Ingested, family: string) =>
  (await ingestion.pool.query('SELECT ranges::text FROM coverage WHERE family = $1', [family])).rows;

type Row = Record<string, unknown>;
const hexOf = (bytes: unknown): string | undefined => (bytes instanceof Buffer ? toHex(bytes) : undefined);
const isOfSame = (one: Row) => (other: Row) => hexOf(one.address) === hexOf(other.address);
const sameCode = (one: Row, other: Row): boolean => hexOf(one.code_hash) === hexOf(other.code_hash);

/** Resolves with the first refusal of a block. */
async function refusal(manner: NodeManner): Promise<string> {
  const database = await createDatabase({ migrated: true });
  const node = await startAmsterdamNode(chain, manner);
  const ingestion = startIngestion({
    ...{ rpcUrls: [node.url], databaseUrl: database.url },
    ...{ firstBlock, forkTimes: FORK_TIMES },
  });
  all.push({ database, node, ingestion });
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until; ) {
    const found = ingestion.refusals.find((reason) => reason.startsWith('block'));
    if (found) return found;
    await new Promise((later) => setTimeout(later, 20));
  }
  throw new Error('nothing was refused');
}

describe('state of blocks of Amsterdam', () => {
  let traced: Ingested;
  let listed: Ingested;
  let bare: Ingested;

  beforeAll(async () => {
    traced = await ingest({});
    listed = await ingest({ tracers: 'calls' });
    bare = await ingest({ tracers: 'none' });
  });

  it.each(['lists and tracers', 'lists and call frames', 'lists alone'])(
    'is what @ethereumjs/vm has, and proven, from a node with %s',
    async (name) => {
      const ingested = { 'lists and tracers': traced, 'lists and call frames': listed }[name] ?? bare;
      expect(ingested.ingestion.refusals.filter((reason) => reason.startsWith('block'))).toEqual([]);
      const { known } = await tally(ingested);
      for (const [kind, count] of Object.entries(changesOfLists())) {
        expect(count).toBeGreaterThan(0);
        expect(known[`${kind} proven`]).toBeGreaterThanOrEqual(count);
      }
      expect(await checkLog(ingested.ingestion.pool, () => undefined)).toEqual([]);
      expect(await checkProjections(ingested.ingestion.pool)).toEqual([]);
    },
  );

  it('has the same records and claims from lists as from tracers, without the words before', async () => {
    const expected = await storedTables(traced.ingestion.pool);
    expect(await storedTables(listed.ingestion.pool)).toEqual(expected);
    expect(await provenClaims(listed.ingestion.pool)).toEqual(await provenClaims(traced.ingestion.pool));
    const [one, other] = await Promise.all([traced, listed].map(storageChanges));
    expect(other!.writes).toEqual(one!.writes);
    const told = other!.before.filter((before, at) => before !== null && before === one!.before[at]);
    expect(told.length).toBeGreaterThan(0);
    expect(other!.before.filter((before) => before === null)).toHaveLength(
      other!.before.length - told.length,
    );
    // Who created a contract, and ether that contracts sent, are in frames alone; and only with them it is sure which authorizations counted that
    // named the delegate that was there.
    const { code_change, internal_transfer, coverage: _, ...rest } = await storedTables(bare.ingestion.pool);
    expect({ ...expected, ...rest }).toEqual(expected);
    expect(internal_transfer).toEqual([]);
    const noCreation = { creation_type: null, creation_path: null, deployer: null };
    expect(code_change).toEqual(
      expected.code_change
        .filter(({ kind }) => kind !== 'transient')
        .filter((row, at, rows) => {
          const before = rows.slice(0, at).findLast(isOfSame(row));
          return before === undefined || !sameCode(before, row);
        })
        .map((row) => ({ ...row, ...noCreation })),
    );
  });

  it('knows by lists more than by tracers: what the protocol pays and writes', async () => {
    const unlisted = await ingest({ lists: 'none' });
    const known = await tally(unlisted);
    expect(Object.keys(known.known).filter((kind) => kind.endsWith('proven'))).toEqual([]);
    const paid = `${firstBlock + 2} ${WITHDRAWN_TO} balance`;
    const beaconRoots = [...known.unknown.keys()].filter((place) => place.includes('beac02 slot'));
    expect(known.unknown.has(paid)).toBe(true);
    expect(beaconRoots.length).toBeGreaterThan(0);
    const { unknown } = await tally(bare);
    for (const place of [paid, ...beaconRoots]) expect(unknown.has(place)).toBe(false);
    expect(await coverage(bare, 'access_list')).toEqual([
      { ranges: `{[${firstBlock + 2},${firstBlock + chain.blocks.length})}` },
    ]);
    const [more, less] = await Promise.all(
      [traced, unlisted].map(({ ingestion }) => storedTables(ingestion.pool)),
    );
    const isOf = (address: string) => (row: Record<string, unknown>) =>
      toHex(row.address as Buffer) === address;
    const isSystems = (row: Record<string, unknown>) => SYSTEMS.some((address) => isOf(address)(row));
    expect(less!.account_state.filter(isOf(WITHDRAWN_TO))).toEqual([]);
    expect(less!.storage_value.filter(isSystems)).toEqual([]);
    expect(less).toEqual({
      ...more!,
      account_state: more!.account_state.filter((row) => !isOf(WITHDRAWN_TO)(row)),
      storage_value: more!.storage_value.filter((row) => !isSystems(row)),
      coverage: expect.anything(),
    });
  });

  it('is not known behind a block whose list is gone, and nothing is proven across it', async () => {
    const droppedList = firstBlock + 3;
    const gap = await ingest({ tracers: 'none', droppedList });
    expect(await coverage(gap, 'state_diff')).toEqual([
      { ranges: `{[${firstBlock},${droppedList}),[${droppedList + 1},${firstBlock + chain.blocks.length})}` },
    ]);
    const history = new StateHistory(gap.ingestion.pool, forkSchedule(FORK_TIMES));
    const first = (block: number) => history.slotAt(keeper as Address, 0n, block);
    expect(await first(droppedList)).toMatchObject({ known: false, reason: 'no_state_changes' });
    // The call of the next block but one found 2 and left 0, and the list says only the second.
    expect(await first(droppedList + 1)).toMatchObject({ known: false, reason: 'not_written_in_range' });
    expect(await first(droppedList + 2)).toMatchObject({ known: true, value: 0n, support: 'proven' });

    const traceable = await ingest({ droppedList });
    const across = new StateHistory(traceable.ingestion.pool, forkSchedule(FORK_TIMES));
    const slot = (block: number) => across.slotAt(keeper as Address, 0n, block);
    expect(await slot(droppedList)).toMatchObject({ value: 2n, support: 'changes' });
    expect(await slot(droppedList + 1)).toMatchObject({ value: 2n, support: 'changes' });
    expect(await slot(droppedList + 2)).toMatchObject({ value: 0n, support: 'proven' });
    const system = [...LISTED[1]!.accounts!].find(([address]) => address.endsWith('beac02'))!;
    const [written] = [...system[1].storage.keys()];
    const root = (block: number) => across.slotAt(system[0] as Address, BigInt(written!), block);
    expect(await root(droppedList)).toMatchObject({ known: false, reason: 'system_contract' });
  });

  it('is refused where frames create other code than the list has', async () => {
    const lie: NodeManner['lie'] = (call) =>
      call.type === 'CREATE' && call.to === keeper ? { ...call, output: '0x345f5501' } : call;
    expect(await refusal({ tracers: 'calls', lie })).toMatch(/state_changes .*"field":"code"/);
  });
});
