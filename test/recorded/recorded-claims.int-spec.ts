import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { fromHex, toHex } from '../../src/domain/chain/codec/hex.js';
import { ChainWriter } from '../../src/ingestion/append/chain-writer.js';
import { ReadAnswerer } from '../../src/ingestion/read/read-answerer.js';
import { ExecutionSource } from '../../src/node/execution/execution-source.js';
import { createPool } from '../../src/platform/postgres/pool.js';
import { allProjectors } from '../../src/runtime/projection/projectors.js';
import { verifiedBlock } from '../builder/verified-block.js';
import { createDatabase } from '../fixture/database.js';
import { type ProvenClaim, provenClaims } from '../fixture/proven-claims.js';
import { RpcRefusal, type RpcServer, startRpcServer } from '../simulation/rpc-server.js';
import { type RecordedContract, recordedContracts } from './contracts.js';
import { RecordedViews } from './recorded-views.js';
import { REFERENCE_DIRECTORY } from './reference-directory.js';

const data = REFERENCE_DIRECTORY ?? '';
const recorded = REFERENCE_DIRECTORY === undefined ? describe.skip : describe;

/** A block of Cancun. */
const BLOCK = 20_000_000;
const SENDER = fromHex(`0x${'5e'.repeat(20)}`);
const SLOTS = {
  eip1967: '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc',
  beacon: '0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50',
  ozV1: '0x7050c9e0f4ca769c69bd3a8ef740bc37934f8e2c036e5a723fd8ee048ed3f8c3',
  eip1967Admin: '0xb53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103',
  ozV1Admin: '0x10d6a54a4754c8869d6886b5f5d7fbfa5b4522237ea5c60d11bc4e7a1ff9390b',
};
const OWNER = '8da5cb5b';
const PENDING_OWNER = 'e30c3978';
/** Two calls that only code dispatches which dispatches everything. */
const UNKNOWN_CALLS = [`0x9c3f1ae5${'a7'.repeat(64)}`, `0x51d2b6f8${'3b'.repeat(96)}`];

const COMPARED = [
  ...['proxy:eip1167', 'proxy:eip1967', 'proxy:eip1967_beacon', 'proxy:oz_v1', 'role:safe_wallet'],
  ...['relation:implemented_by', 'relation:owned_by', 'relation:pending_owner', 'relation:proxy_admin'],
];

/** The fallback of this contract reads its gas, so what it does depends on the caller. */
const BY_GAS = '0x9b99cca871be05119b2012fd4474731dd653febe';

/** For each definition `subject object`, or the subject alone. */
type Truths = Map<string, Set<string>>;

/** Serves recorded state, and refuses anything else. The root of the block belongs to no state, so nothing can be proven. */
function startArchive(contracts: ReadonlyMap<string, RecordedContract>): Promise<RpcServer> {
  return startRpcServer({
    answer({ method, params = [] }) {
      const known = contracts.get(String(params[0]));
      if (method === 'eth_chainId') return '0x1';
      if (method === 'web3_clientVersion') return 'archive/1.0';
      if (method === 'eth_getCode' && known) return toHex(known.code);
      const value = method === 'eth_getStorageAt' ? known?.storage[String(params[1])] : undefined;
      if (value !== undefined) return value;
      if (method.startsWith('eth_get')) throw new RpcRefusal(-32000, 'missing trie node');
      throw new RpcRefusal(-32601, `the method ${method} does not exist/is not available`);
    },
  });
}

/** Claims that the recorded state shows, by another program. */
async function truthsOf(contracts: ReadonlyMap<string, RecordedContract>): Promise<Truths> {
  const views = await RecordedViews.over(contracts);
  const truths: Truths = new Map(COMPARED.map((id) => [id, new Set()]));
  const add = (id: string, ...parts: string[]) => truths.get(id)!.add(parts.join(' '));
  for (const { address, code, cloneTarget, hints, storage } of contracts.values()) {
    const isRecorded = (other: string | undefined): other is string =>
      other !== undefined && other !== address && contracts.has(other);
    if (isRecorded(cloneTarget)) add('proxy:eip1167', address);
    if (hints.includes('safeProxy')) add('role:safe_wallet', address);
    const { target, last, slots } = await delegationOf(views, address);
    if (isRecorded(target)) {
      add('relation:implemented_by', address, target);
      if (isRecorded(last)) add('relation:implemented_by', address, last);
      if (slots.has(SLOTS.beacon)) add('proxy:eip1967_beacon', address);
      for (const [id, slot, admin] of [
        ['proxy:eip1967', SLOTS.eip1967, addressIn(storage[SLOTS.eip1967Admin])],
        ['proxy:oz_v1', SLOTS.ozV1, addressIn(storage[SLOTS.ozV1Admin])],
      ] as const) {
        if (!slots.has(slot)) continue;
        add(id, address);
        if (admin) add('relation:proxy_admin', address, admin);
      }
    }
    for (const [id, selector] of [
      ['relation:owned_by', OWNER],
      ['relation:pending_owner', PENDING_OWNER],
    ] as const) {
      const codes = [code, contracts.get(target ?? '')?.code];
      if (!codes.some((one) => one?.includes(fromHex(`0x63${selector}`)))) continue;
      const found = addressIn((await views.call(address, `0x${selector}`))?.output);
      if (found) add(id, address, found);
    }
  }
  return truths;
}

/** The one account to which both calls passed all their data on, the last to which its code did, and the slots that were read to find it. */
async function delegationOf(
  views: RecordedViews,
  address: string,
): Promise<{ readonly target?: string; readonly last?: string; readonly slots: ReadonlySet<string> }> {
  const targets = new Set<string | undefined>();
  let last: string | undefined;
  let slots: ReadonlySet<string> = new Set();
  for (const data of UNKNOWN_CALLS) {
    const run = await views.call(address, data);
    const [first, ...others] = run?.delegations ?? [];
    targets.add(first?.data === data && others.length === 0 ? first.target : undefined);
    last = run?.further.findLast((one) => one.data === data)?.target;
    slots = run?.slots ?? slots;
  }
  const [target] = targets;
  return { slots, ...(targets.size === 1 && target !== undefined && { target, ...(last && { last }) }) };
}

/** The address in a word; undefined if it is zero. */
function addressIn(word: string | undefined): string | undefined {
  const digits = /^0x0{24}([0-9a-f]{40})$/.exec(word ?? '')?.[1];
  return digits === undefined || /^0+$/.test(digits) ? undefined : `0x${digits}`;
}

recorded(
  '400 recorded mainnet contracts in a block of their own (skipped where SHARED_DIR holds none)',
  () => {
    const closing: (() => unknown)[] = [];
    let contracts: ReadonlyMap<string, RecordedContract>;
    let pool: Pool;
    let claims: ReadonlyMap<string, readonly ProvenClaim[]>;
    let truths: Truths;

    beforeAll(async () => {
      contracts = new Map(recordedContracts(data).map((one) => [one.address, one]));
      const database = await createDatabase({ migrated: true });
      pool = createPool(database.url);
      const archive = await startArchive(contracts);
      const source = await ExecutionSource.connect([archive.url], 1);
      const writer = await ChainWriter.open(pool, {
        projectors: allProjectors({ firstBlock: 0, isDemo: false }),
      });
      closing.push(
        () => writer.close(),
        () => source.close(),
        () => archive.stop(),
        () => pool.end(),
        () => database.drop(),
      );
      const called = [...contracts.keys()].map((address) => ({ from: SENDER, to: fromHex(address) }));
      const answerer = new ReadAnswerer(source, writer, pool);
      // A block without a parent would be the first of its chain, without older state.
      const block = verifiedBlock(BLOCK, 'recorded', Buffer.alloc(32, 1), called);
      // Call data makes the recipient a contract that was called.
      const transactions = block.transactions.map((one) => ({ ...one, input: Buffer.alloc(4) }));
      await writer.append([{ ...block, transactions }]);
      while ((await answerer.pass(new AbortController().signal, Number.POSITIVE_INFINITY)).answered > 0);
      claims = await provenClaims(pool);
      truths = await truthsOf(contracts);
    });
    afterAll(async () => {
      for (const close of closing) await close();
    });

    it('is what another program finds in the state, for every proxy and controller', () => {
      const rows = COMPARED.map((definition) => {
        const all = truths.get(definition)!;
        const ours = [...claims.values()].flat().filter(({ id }) => id === definition);
        const texts = new Set(
          ours.map(({ subject, object }) => (object === '' ? subject : `${subject} 0x${object}`)),
        );
        const missed = [...all].filter((one) => !texts.has(one));
        const wrong = [...texts].filter((one) => !all.has(one));
        return {
          definition,
          true: all.size,
          claimed: texts.size,
          missed: missed.join(', '),
          wrong: wrong.join(', '),
        };
      });
      console.table(rows);
      for (const { definition, missed, wrong } of rows) {
        expect([definition, wrong]).toEqual([definition, '']);
        const isByGas = ['proxy:eip1967', 'relation:implemented_by'].includes(definition);
        expect([definition, missed.split(' ')[0]]).toEqual([definition, isByGas ? BY_GAS : '']);
      }
      expect(rows.map((row) => row.true)).toEqual([14, 24, 1, 6, 5, 54, 28, 0, 19]);
    });
  },
);
