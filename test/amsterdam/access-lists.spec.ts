import type { BALJSONBlockAccessList } from '@ethereumjs/util';
import { bytesToHex } from '@ethereumjs/util';
import { describe, expect, it } from '@jest/globals';
import type { Hex } from 'viem';
import { decodeAccessList, type ListedAccount } from '../../src/domain/chain/codec/access-list.js';
import { decodeBundle, encodeBundle } from '../../src/domain/chain/codec/bundle.js';
import { fromHex, toHex } from '../../src/domain/chain/codec/hex.js';
import type { StateChange, VerifiedBlock } from '../../src/domain/chain/record/block.js';
import { keccak256 } from '../../src/domain/crypto/keccak.js';
import { VerifiedSource } from '../../src/ingestion/append/verified-source.js';
import {
  requireListed,
  requireProtocolChanges,
  verifyAccessList,
} from '../../src/ingestion/verify/verify-access-list.js';
import { ExecutionSource } from '../../src/node/execution/execution-source.js';
import { forkSchedule } from '../../src/runtime/projection/projectors.js';
import { AMSTERDAM_TIME, AmsterdamChain, type BuiltBlock } from './amsterdam-chain.js';
import { type NodeManner, startAmsterdamNode } from './amsterdam-node.js';
import { mayfly, passingOn, refusing, token } from './contracts.js';

const RECEIVER: Hex = '0x7700000000000000000000000000000000000077';
const HEIR: Hex = '0x8800000000000000000000000000000000000088';

const chain = await AmsterdamChain.start();
await chain.append([]);
const [passer, refuser, coin] = (await chain.append([
  { data: passingOn(RECEIVER) },
  { data: refusing() },
  { data: token(RECEIVER) },
])) as [Hex, Hex, Hex];
await chain.append([
  { to: passer, value: 7n },
  { data: mayfly(HEIR), value: 13n },
  { to: coin },
  { to: refuser, value: 17n },
  { to: coin },
  // Creates an account that has 5 in its first slot.
  { data: '0x600560005500' },
]);
await chain.append([]);
const LISTED = chain.blocks.filter(({ accessList }) => accessList !== undefined);

/** The verified blocks that the source gives, and the reasons for which it refused nodes' answers. */
async function blocksFrom(...manners: readonly NodeManner[]) {
  const servers = await Promise.all(manners.map((manner) => startAmsterdamNode(chain, manner)));
  const refusals: string[] = [];
  const urls = servers.map(({ url }) => url);
  const execution = await ExecutionSource.connect(urls, 1, (_, { reason }) => refusals.push(reason));
  const source = new VerifiedSource(execution, forkSchedule(new Map([['amsterdam', AMSTERDAM_TIME]])));
  try {
    const blocks: VerifiedBlock[] = [];
    for (const { block } of LISTED) {
      const number = Number(block.header.number);
      const found = await source.block(number, true).catch(() => undefined);
      if (found) blocks.push(found);
    }
    return { blocks, refusals };
  } finally {
    await execution.close();
    await Promise.all(servers.map((server) => server.stop()));
  }
}

const rawOf = ({ accessList }: BuiltBlock) => Buffer.from(accessList!.serialize());
const word = (hex: string) => `0x${hex.slice(2).padStart(64, '0')}`;

/** The access list as the second implementation builds it, in our form. */
function expected(json: BALJSONBlockAccessList) {
  return json.map(({ address, ...account }) => ({
    address,
    storage: account.storageChanges.map(({ slot, slotChanges }) => [
      word(slot),
      slotChanges.map(({ blockAccessIndex, postValue }) => [Number(blockAccessIndex), word(postValue)]),
    ]),
    reads: account.storageReads.map(word),
    balances: account.balanceChanges.map((one) => [Number(one.blockAccessIndex), BigInt(one.postBalance)]),
    nonces: account.nonceChanges.map((one) => [Number(one.blockAccessIndex), Number(one.postNonce)]),
    codes: account.codeChanges.map((one) => [Number(one.blockAccessIndex), one.newCode]),
  }));
}

function found(accounts: readonly ListedAccount[]) {
  return accounts.map((one) => ({
    address: toHex(one.address),
    storage: one.storage.map(({ slot, changes }) => [
      toHex(slot),
      changes.map(({ index, after }) => [index, toHex(after)]),
    ]),
    reads: one.reads.map(toHex),
    balances: one.balances.map(({ index, after }) => [index, after]),
    nonces: one.nonces.map(({ index, after }) => [index, after]),
    codes: one.codes.map(({ index, after }) => [index, toHex(after)]),
  }));
}

describe('the access list of a block that @ethereumjs/vm built', () => {
  it('decodes to what the other implementation built, for every kind of entry', () => {
    const counts = { storage: 0, reads: 0, balances: 0, nonces: 0, codes: 0 };
    for (const built of LISTED) {
      const accounts = decodeAccessList(rawOf(built));
      expect(found(accounts)).toEqual(expected(built.accessList!.toJSON()));
      for (const account of accounts)
        for (const kind of Object.keys(counts) as (keyof typeof counts)[])
          counts[kind] += account[kind].length;
    }
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(0);
  });

  it('is stored with the block, and is unchanged after encoding and decoding', async () => {
    const { blocks, refusals } = await blocksFrom({});
    expect(refusals).toEqual([]);
    expect(blocks.map(({ accessList }) => accessList)).toEqual(LISTED.map(rawOf));
    for (const block of blocks) expect(decodeBundle(encodeBundle(block))).toEqual(block);
    const { blocks: without } = await blocksFrom({ lists: 'none' });
    expect(without).toEqual(blocks.map(({ accessList: _, protocolChanges: __, ...block }) => block));
  });

  it('is refused if any byte differs from the list that the header hashes', async () => {
    const { blocks } = await blocksFrom({ lists: 'none' });
    const { header, transactions } = blocks[1]!;
    const raw = rawOf(LISTED[1]!);
    for (let at = 0; at < raw.length; at += 7) {
      const other = Buffer.from(raw);
      other[at]! ^= 1;
      expect(() => verifyAccessList(toHex(other), header, transactions, undefined)).toThrow('access_list');
    }
    const lying = await blocksFrom({ lists: (list) => `${list.slice(0, -2)}00` as Hex });
    expect(lying.blocks).toEqual([]);
    expect(lying.refusals[0]).toMatch(/refused: access_list \{"stated":"0x/);
  });

  it('contradicts state changes with another value, and those that omit a change', async () => {
    const { blocks } = await blocksFrom({ lists: 'none' });
    let refused = 0;
    for (const [at, { header, transactions, stateChanges }] of blocks.entries()) {
      const raw = toHex(rawOf(LISTED[at]!));
      const { listed } = verifyAccessList(raw, header, transactions, undefined)!;
      const check = (changes: readonly (readonly StateChange[])[]) =>
        requireListed(listed, transactions, changes, header.number);
      check(stateChanges!);
      for (const untrue of untrueChanges(stateChanges!)) {
        refused++;
        expect(() => check(untrue)).toThrow('access_list');
      }
    }
    expect(refused).toBeGreaterThan(40);
  });

  it('contradicts a storage word of the tracer that nothing else in the block contradicts', async () => {
    const isWritten = (diffs: NonNullable<NodeManner['changed']>): NodeManner => ({ changed: diffs });
    const lie = isWritten((diffs) =>
      diffs.map(({ pre, post }) => ({
        pre,
        post: Object.fromEntries(
          Object.entries(post).map(([address, account]) => [
            address,
            {
              ...account,
              storage: Object.fromEntries(
                Object.keys(account.storage ?? {}).map((slot) => [slot, word('0x77')]),
              ),
            },
          ]),
        ),
      })),
    );
    const believed = await blocksFrom({ ...lie, lists: 'none' });
    expect(believed.blocks).toHaveLength(LISTED.length);
    const { blocks, refusals } = await blocksFrom(lie);
    expect(blocks.length).toBeLessThan(LISTED.length);
    expect(refusals[0]).toMatch(/access_list .*"field":"storage 0x.*"stated":"0x0+77","listed":"0x/);
  });

  it('is fetched from another node if one has pruned it; if all have, the block is stored and the log says what to do', async () => {
    const both = await blocksFrom({ lists: 'pruned' }, {});
    expect(both.blocks.map(({ accessList }) => accessList)).toEqual(LISTED.map(rawOf));
    const { blocks, refusals } = await blocksFrom({ lists: 'pruned' });
    expect(blocks).toHaveLength(LISTED.length);
    expect(blocks.every(({ accessList }) => accessList === undefined)).toBe(true);
    expect(refusals).toEqual(
      LISTED.map(
        () => 'has pruned the access list of the block: name a node in RPC_URLS that keeps lists for longer',
      ),
    );
  });

  it('is refused where the protocol itself would change anything but withdrawal balances and storage', async () => {
    const { blocks } = await blocksFrom({});
    const { header, transactions, withdrawals } = blocks.at(-1)!;
    const { listed } = verifyAccessList(toHex(rawOf(LISTED.at(-1)!)), header, transactions, undefined)!;
    const check = (other: Partial<typeof listed>) =>
      requireProtocolChanges({ ...listed, ...other }, header, withdrawals);
    check({});
    const { beforeTransactions, afterTransactions } = listed;
    const [paid] = afterTransactions.filter(({ balance }) => balance);
    const another = { address: Buffer.alloc(20, 9), storage: [] };
    const balance = { after: 1n };
    const untrue: Partial<typeof listed>[] = [
      { afterTransactions: afterTransactions.filter((one) => one !== paid) },
      { afterTransactions: afterTransactions.map((one) => (one === paid ? { ...paid, balance } : one)) },
      { stateChanges: [[{ ...paid!, balance: { after: paid!.balance!.after } }]] },
      { afterTransactions: [...afterTransactions, { ...another, balance }] },
      { beforeTransactions: [...beforeTransactions, { ...another, balance }] },
      { beforeTransactions: [...beforeTransactions, { ...another, nonce: { after: 1 } }] },
      { afterTransactions: [...afterTransactions, { ...another, code: Buffer.alloc(1) }] },
    ];
    for (const other of untrue) expect(() => check(other)).toThrow('the protocol itself');
  });

  it('is refused if its entries are out of order, though its hash fits', () => {
    const accounts = [bytesToHex(rawOf(LISTED[1]!))];
    const raw = fromHex(accounts[0]!);
    const header = { number: 1, blockAccessListHash: keccak256(Buffer.from([0xc1, 0x80])) } as never;
    expect(() => verifyAccessList('0xc180', header, [], undefined)).toThrow('accessList');
    const first = raw.indexOf(decodeAccessList(raw)[0]!.address);
    const swapped = Buffer.from(raw);
    swapped[first] = 0xff;
    expect(() => decodeAccessList(swapped)).toThrow('out of order');
  });
});

/** Versions of the changes, each with one other value, one omitted slot or one omitted account. */
function* untrueChanges(
  changes: readonly (readonly StateChange[])[],
): Iterable<readonly (readonly StateChange[])[]> {
  for (const [at, list] of changes.entries())
    for (const [index, change] of list.entries()) {
      const put = (other?: StateChange) =>
        changes.with(at, other === undefined ? list.toSpliced(index, 1) : list.with(index, other));
      yield put();
      const { balance, nonce, code, storage } = change;
      if (balance) yield put({ ...change, balance: { ...balance, after: balance.after + 1n } });
      if (nonce) yield put({ ...change, nonce: { ...nonce, after: nonce.after + 1 } });
      if (code) yield put({ ...change, code: Buffer.concat([code, Buffer.from([0])]) });
      for (const [place, slot] of storage.entries()) {
        yield put({ ...change, storage: storage.toSpliced(place, 1) });
        yield put({ ...change, storage: storage.with(place, { ...slot, after: Buffer.alloc(32, 0x77) }) });
      }
    }
}
