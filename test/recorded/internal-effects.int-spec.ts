import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { fromHex } from '../../src/domain/chain/codec/hex.js';
import { codeChanges } from '../../src/domain/chain/protocol/code-changes.js';
import type { NestedCall } from '../../src/node/trace/nested-call-frames.js';
import { stateDiffChanges } from '../../src/node/trace/state-diff-changes.js';
import { createPool } from '../../src/platform/postgres/pool.js';
import { verifiedBlock } from '../builder/verified-block.js';
import { createDatabase, type TestDatabase } from '../fixture/database.js';
import { readEffects } from './effect-reader.js';
import { recordedCalls } from './recorded-answers.js';
import { linesOf } from './recorded-block.js';
import { REFERENCE_DIRECTORY } from './reference-directory.js';
import type { Effects } from './reported-effects.js';
import { balanceChanges, deployed, feeRecipient } from './state-comparison.js';
import { storeTraced } from './traced-store.js';
import {
  debugTransactions,
  flatTransaction,
  listedTransactions,
  nestedTransaction,
  replayedBlocks,
  type TracedTransaction,
} from './traced-transactions.js';

const data = REFERENCE_DIRECTORY ?? '';
const recorded = REFERENCE_DIRECTORY === undefined ? describe.skip : describe;

/**
 * Differences from other programs, with the reasons. Everything else must be equal; frames themselves, and what
 * ethereum-etl derives from them, are compared in frames.spec.ts.
 *
 * - CALLCODE and DELEGATECALL frames show a value but move none, so they are no internal transfers here.
 * - Calls of precompiles without value can fail too; one tracer family omits them, so they are no frames here.
 * - Otterscan lists creations and self-destructs without value; only those with value are transfers here.
 * - Etherscan's internal transfers belong to transactions without a recorded trace, so there is nothing to compare.
 */
recorded('what happens inside recorded mainnet transactions (skipped where SHARED_DIR holds none)', () => {
  let database: TestDatabase;
  let pool: Pool;
  beforeAll(async () => {
    database = await createDatabase({ migrated: true });
    pool = createPool(database.url);
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  describe('as Erigon traced them', () => {
    let replayed: TracedTransaction[][];
    let all: TracedTransaction[];
    let ours: Map<TracedTransaction, Effects>;
    beforeAll(async () => {
      replayed = replayedBlocks();
      all = [...replayed.flat(), ...listedTransactions(), ...debugTransactions()];
      const read = await readEffects(
        pool,
        await storeTraced(
          pool,
          all.map(({ frames }) => frames),
        ),
      );
      ours = new Map(all.map((traced, index) => [traced, read[index]!]));
    });

    it('is stored and read row by row', () => {
      for (const traced of all)
        expect({ of: traced.hash, ...ours.get(traced) }).toEqual({ of: traced.hash, ...traced.reported });
      const rows = (of: (effects: Effects) => readonly string[]) => [...ours.values()].flatMap(of).length;
      expect({
        transactions: all.length,
        internalTransfers: rows(({ internalTransfers }) => internalTransfers),
        failures: rows(({ failures }) => failures),
        creations: rows(({ creations }) => creations),
      }).toEqual({ transactions: 3761, internalTransfers: 642, failures: 242, creations: 101 });
    });

    it('explains every balance that the state diff changes, apart from fees', () => {
      let evaluated = 0;
      for (const block of replayed) {
        const recipient = feeRecipient(block);
        for (const traced of block) {
          const due = balanceChanges(traced.stateDiff!);
          const made = moved(traced, ours.get(traced)!);
          for (const changes of [due, made])
            for (const paid of [addressText(traced.frames[0]!.from), recipient!]) changes.delete(paid);
          expect({ of: traced.hash, changes: new Map([...made].sort()) }).toEqual({
            of: traced.hash,
            changes: new Map([...due].sort()),
          });
          evaluated += due.size;
        }
      }
      expect(evaluated).toBe(888);
    });

    it('creates the contracts to which the state diff gives code, each with the frame that created it', () => {
      let evaluated = 0;
      for (const traced of replayed.flat()) {
        const { stateDiff, frames, reported } = traced;
        const block = verifiedBlock(1, 'recorded', Buffer.alloc(32), []);
        const changes = codeChanges({
          ...block,
          frames: [frames],
          stateChanges: [stateDiffChanges(stateDiff!)],
        });
        const created = changes.flatMap(({ address, creation }) =>
          creation ? `${addressText(address)} ${addressText(creation.deployer)}` : [],
        );
        expect({ of: traced.hash, created: created.sort() }).toEqual({
          of: traced.hash,
          created: [...reported.creations].sort(),
        });
        expect(created.map((row) => row.split(' ')[0])).toEqual(deployed(stateDiff!));
        evaluated += created.length;
      }
      expect(evaluated).toBe(61);
    });

    it('fails at the root exactly if the receipt says so, and creates where the receipt says', () => {
      const receipts = ['eth_getBlockReceipts', 'erigon_getBlockReceiptsByBlockHash'].flatMap((name) =>
        recordedCalls<{ transactionHash: string; status: string; contractAddress: string | null }[]>(
          name,
        ).flatMap(({ result }) => result),
      );
      const byHash = new Map(receipts.map((receipt) => [receipt.transactionHash, receipt]));
      const evaluated = all.filter(({ hash }) => byHash.has(hash));
      for (const { hash, frames } of evaluated) {
        const { status, contractAddress } = byHash.get(hash)!;
        const [root] = frames;
        expect([hash, root!.error === undefined]).toEqual([hash, status === '0x1']);
        if (root!.type === 'CREATE' && status === '0x1') expect(addressText(root!.to!)).toBe(contractAddress);
      }
      expect(evaluated).toHaveLength(208);
    });

    it('fails with the revert data that a trace of single steps shows', () => {
      const steps = recordedCalls<{ structLogs?: unknown; failed: boolean; returnValue: string }>(
        'debug_traceTransaction',
      ).filter(({ result }) => result.structLogs !== undefined);
      let evaluated = 0;
      for (const { params, result } of steps) {
        for (const { frames } of all.filter(({ hash }) => hash === params[0])) {
          const [root] = frames;
          expect([params[0], root!.error !== undefined]).toEqual([params[0], result.failed]);
          if (result.failed) expect(root!.output).toEqual(fromHex(result.returnValue));
          evaluated++;
        }
      }
      expect(evaluated).toBe(14);
    });

    it('fails where Etherscan says so, which lists no internal transfers of transactions traced here', () => {
      const answers = linesOf(
        join(data, 'rotki', 'etherscan_account_contract.ndjson.gz'),
      ) as EtherscanAnswer[];
      const listed = (action: string) =>
        answers
          .filter(({ query, response }) => query.action === action && Array.isArray(response.result))
          .flatMap(({ query, response }) =>
            response.result.map(({ hash = query.txHash, isError }) => ({ hash: hash!, isError })),
          );
      const traced = new Map(all.map((one) => [one.hash, one]));
      const evaluated = listed('txlist').filter(({ hash }) => traced.has(hash));
      for (const { hash, isError } of evaluated)
        expect([hash, traced.get(hash)!.frames[0]!.error === undefined]).toEqual([hash, isError === '0']);
      expect(evaluated).toHaveLength(1);
      const internal = listed('txlistinternal');
      expect(internal.length).toBeGreaterThan(100);
      expect(internal.filter(({ hash }) => traced.has(hash))).toEqual([]);
    });
  });

  it('is what Otterscan lists as internal operations', async () => {
    const operations =
      recordedCalls<{ type: number; from: string; to: string; value: string }[]>('ots_getInternalOperations');
    const traces = new Map(
      recordedCalls<OtterscanCall[]>('ots_traceTransaction').map(({ params, result }) => [params[0], result]),
    );
    const both = operations.filter(({ params }) => traces.has(params[0]));
    const traced = both.map(({ params }) =>
      nestedTransaction(String(params[0]), 0, nest(traces.get(params[0])!)),
    );
    const ours = await readEffects(
      pool,
      await storeTraced(
        pool,
        traced.map(({ frames }) => frames),
      ),
    );
    const kinds = ['call', 'selfdestruct', 'create', 'create2'];
    both.forEach(({ result }, index) => {
      expect(ours[index]!.internalTransfers).toEqual(
        result
          .filter(({ value }) => BigInt(value) > 0n)
          .map(({ type, from, to, value }) => `${kinds[type]} ${from} ${to} ${BigInt(value)}`),
      );
      expect(ours[index]!.creations).toEqual(
        result.filter(({ type }) => type > 1).map(({ from, to }) => `${to} ${from}`),
      );
    });
    // Three transactions, one of them recorded twice.
    expect(both).toHaveLength(4);
  });

  it('is the same by both tracers of geth', async () => {
    const cases = linesOf(join(data, 'tracers_geth.ndjson.gz')) as GethCase[];
    const of = (family: string) =>
      new Map(
        cases
          .filter(({ file, tracerConfig }) => file.includes(`/${family}/`) && !tracerConfig)
          .map(({ input, result }) => [input, result]),
      );
    const flat = of('call_tracer_flat');
    const pairs = [...of('call_tracer')].filter(([input]) => flat.has(input));
    expect(pairs).toHaveLength(5);
    for (const [input, nested] of pairs) {
      const traced = [
        nestedTransaction(input, 0, nested as NestedCall),
        flatTransaction(input, 0, flat.get(input) as never),
      ];
      const [one, other] = await readEffects(
        pool,
        await storeTraced(
          pool,
          traced.map(({ frames }) => frames),
        ),
      );
      expect(one).toEqual(other);
      expect(one).toEqual(traced[0]!.reported);
    }
  });
});

interface EtherscanAnswer {
  readonly query: { readonly action: string; readonly txHash?: string };
  readonly response: { readonly result: readonly { readonly hash?: string; readonly isError: string }[] };
}

interface GethCase {
  readonly file: string;
  readonly input: string;
  readonly tracerConfig?: object;
  readonly result: unknown;
}

type OtterscanCall = NestedCall & { readonly depth: number };

/** A list of calls with depths, as a tree. */
function nest(calls: readonly OtterscanCall[]): NestedCall {
  const open: (NestedCall & { calls: NestedCall[] })[] = [];
  for (const { depth, value, ...call } of calls) {
    const made = { ...call, ...(value && { value }), calls: [] };
    open[depth - 1]?.calls.push(made);
    open.length = depth;
    open.push(made);
  }
  return open[0]!;
}

const addressText = (address: Buffer): string => `0x${address.toString('hex')}`;

/** The change of each account's balance in wei by the transaction itself and its internal transfers that were not reverted. */
function moved({ frames: [root] }: TracedTransaction, { internalTransfers }: Effects): Map<string, bigint> {
  const balances = new Map<string, bigint>();
  const move = (from: string, to: string, value: bigint): void => {
    balances.set(from, (balances.get(from) ?? 0n) - value);
    balances.set(to, (balances.get(to) ?? 0n) + value);
  };
  if (root!.error === undefined) move(addressText(root!.from), addressText(root!.to!), root!.value);
  for (const [, from, to, value, undone] of internalTransfers.map((row) => row.split(' ')))
    if (undone === undefined) move(from!, to!, BigInt(value!));
  return new Map([...balances].filter(([, change]) => change !== 0n));
}
