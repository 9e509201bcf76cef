import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import {
  GetTokenBalanceHandler,
  GetTokenBalanceQuery,
} from '../../src/api/balance/get-token-balance.query.js';
import { ChainBounds } from '../../src/api/http/chain-bounds.js';
import { RpcClient } from '../../src/demo/chain/rpc-client.js';
import { fromHex, toHex } from '../../src/domain/chain/codec/hex.js';
import type { Address } from '../../src/domain/chain/hex.js';
import { Refusal } from '../../src/domain/refusal/refusal.js';
import { claimDigest } from '../../src/engine/store/claim-digest.js';
import { BoundedStateReads } from '../../src/event-store/bounded-state-reads.js';
import { ProjectionRunner } from '../../src/event-store/projection-runner.js';
import { WriterLease } from '../../src/event-store/writer-lease.js';
import { inTransaction } from '../../src/platform/postgres/transaction.js';
import { BALANCE_REQUESTS } from '../../src/projection/balance/balance-of.js';
import { TokenBalanceReader } from '../../src/projection/balance/token-balance.reader.js';
import { DeclaredTokensReader } from '../../src/projection/token/declared-tokens.reader.js';
import { BlockReader } from '../../src/records/block/block.reader.js';
import { STATE_REQUESTER } from '../../src/records/state/state-answer.table.js';
import { storageProjector } from '../../src/records/state/storage.projector.js';
import { allProjectors, forkSchedule } from '../../src/runtime/projection/projectors.js';
import { ViewCallReader, ViewCallSettings } from '../../src/state/call/view-call.reader.js';
import { ViewThreads } from '../../src/state/call/view-threads.js';
import { type AnsweredPlace, type Place, RequestedState } from '../../src/state/history/requested-state.js';
import { StateHistory } from '../../src/state/history/state-history.js';
import { bounded } from '../bounded.js';
import { BLOCKS_BEFORE_LATE, DemoDatabases } from '../fixture/demo-databases.js';
import { newViews } from '../fixture/new-views.js';
import { Prng } from '../simulation/prng.js';

const PLACES = 120;
const BLOCKS = 3;
const CONTRACTS = bounded(20, 40);
const PAIRS = 40;
/** totalSupply(), owner(), symbol(), getOwners() */
const NAMED = ['0x18160ddd', '0x8da5cb5b', '0x95d89b41', '0xa0e67e2b'];

describe('state read for requests, on a range that begins after the chain', () => {
  let demo: DemoDatabases;
  let pool: Pool;
  let places: Place[];
  let first: number;
  let last: number;
  const projectors = () => allProjectors({ firstBlock: demo.chain.firstBlock, isDemo: true });
  const historyOf = (withRequested: boolean) =>
    new StateHistory(pool, forkSchedule(), withRequested ? 'all' : 'claims');
  const reads = () => new BoundedStateReads(pool, STATE_REQUESTER, 1_000);
  const digest = () => claimDigest(pool);

  beforeAll(async () => {
    demo = await DemoDatabases.start();
    [first, last] = [demo.whole[0] + BLOCKS_BEFORE_LATE, demo.whole[1]];
    const whole = await demo.inOrder();
    const { rows } = await whole.query<{ address: Buffer; slot: Buffer }>(
      'SELECT DISTINCT address, slot FROM storage_change ORDER BY 1, 2',
    );
    const random = new Prng(11);
    places = random
      .shuffle(rows)
      .slice(0, PLACES)
      .flatMap((row): Place[] => {
        const address = toHex(row.address) as Address;
        return [
          { kind: 'slot', address, slot: BigInt(`0x0${row.slot.toString('hex')}`) },
          { kind: 'code', address },
          { kind: 'balance', address },
          { kind: 'nonce', address },
        ];
      });
    pool = await demo.late();
  });
  afterAll(() => demo?.stop());

  /** Answers state reads while `work` waits, as the ingester does. */
  async function whileAnswered<Found>(work: Promise<Found>): Promise<Found> {
    let isDone = false;
    const found = work.finally(() => {
      isDone = true;
    });
    while (!isDone) {
      const { rowCount: asked } = await pool.query('SELECT FROM state_read_request LIMIT 1');
      if (asked) await demo.answer(pool, projectors());
      await setTimeout(20);
    }
    return found;
  }

  const readAnswered = (block: number, read: 'read' | 'readProven' = 'read') =>
    whileAnswered(
      new RequestedState(historyOf(true), reads())[read](places, block, AbortSignal.timeout(60_000)),
    );

  async function nodeAnswers(block: number): Promise<string[]> {
    const at = `0x${block.toString(16)}`;
    return (await new RpcClient(demo.chain.url).batch(
      places.map((place) =>
        place.kind === 'slot'
          ? {
              method: 'eth_getStorageAt',
              params: [place.address, `0x${place.slot.toString(16).padStart(64, '0')}`, at],
            }
          : { method: METHODS[place.kind], params: [place.address, at] },
      ),
    )) as string[];
  }

  function callReader() {
    const threads = new ViewThreads(forkSchedule());
    const state = new RequestedState(historyOf(true), reads());
    const settings = new ViewCallSettings(forkSchedule(), state, threads, false);
    return { threads, calls: new ViewCallReader(pool, new BlockReader(pool), settings) };
  }

  it('is that of the node at every block, is read once, and changes no claim', async () => {
    const before = await digest();
    const random = new Prng(5);
    const counts = { proven: 0, attested: 0, changes: 0, asked: 0 };
    for (const block of [first, last, ...Array.from({ length: BLOCKS }, () => random.between(first, last))]) {
      const without = await historyOf(false).slotsAt(slotsOf(places), block);
      counts.asked += without.filter(({ known }) => !known).length;
      const found = await readAnswered(block);
      expect(found.map(textOf)).toEqual(
        (await nodeAnswers(block)).map((text, at) => (places[at]!.kind === 'code' ? text : BigInt(text))),
      );
      for (const { answer } of found) if (answer.known) counts[answer.support]++;
      // All answers are stored now, so no node is asked.
      const again = await new RequestedState(historyOf(true), reads()).read(
        places,
        block,
        AbortSignal.timeout(2_000),
      );
      expect(again).toEqual(found);
    }
    process.stdout.write(`state on behalf of requests: ${JSON.stringify(counts)}\n`);
    expect(counts.asked).toBeGreaterThan(50);
    expect(counts.proven).toBeGreaterThan(50);
    expect(counts.attested).toBe(0);
    expect(await digest()).toEqual(before);
  });

  it('is rebuilt from the log', async () => {
    const rows = async () =>
      (await pool.query<{ row: string }>('SELECT state_answer::text AS row FROM state_answer ORDER BY 1'))
        .rows;
    const before = await rows();
    const storage = storageProjector();
    await inTransaction(pool, (tx) => storage.clear(tx));
    await pool.query("DELETE FROM checkpoint WHERE reader = 'storage'");
    const lease = await WriterLease.take(pool, 5_000);
    try {
      await new ProjectionRunner(pool, lease).catchUp(storage);
    } finally {
      lease.release();
    }
    expect(before.length).toBeGreaterThan(50);
    expect(await rows()).toEqual(before);
  });

  it('is proven throughout if proofs are required', async () => {
    const found = await readAnswered(last, 'readProven');
    expect(found.filter(({ answer }) => !answer.known || answer.support !== 'proven')).toEqual([]);
  });

  it('supports view calls, which answer as the node does', async () => {
    const { threads, calls } = callReader();
    const addresses = [...new Set(places.map(({ address }) => address))].slice(0, CONTRACTS);
    const support = { proven: 0, changes: 0, attested: 0 };
    const outcomes: Record<string, number> = {};
    try {
      for (const block of [first, last])
        for (const address of addresses) {
          const data = NAMED[addresses.indexOf(address) % NAMED.length]!;
          const [response, ours] = await Promise.all([
            fetch(demo.chain.url, {
              method: 'POST',
              headers: { 'content-type': 'application/json' },
              body: JSON.stringify({
                ...{ jsonrpc: '2.0', id: 1, method: 'eth_call' },
                params: [{ to: address, data }, `0x${block.toString(16)}`],
              }),
            }),
            whileAnswered(calls.call(address, fromHex(data), demo.chain.firstBlock, block)),
          ]);
          const { result } = (await response.json()) as { result?: string };
          // A call within it uses all its gas: with more gas the answer might differ.
          const isGas = ours.reason?.kind === 'budget' && ours.reason.what === 'gas';
          const failed = isGas ? 'undecided' : 'reverted';
          expect([address, block, ours.result.outcome]).toEqual([
            address,
            block,
            result === undefined ? failed : 'returned',
          ]);
          if (result !== undefined) expect(toHex(Buffer.from(ours.result.output))).toBe(result);
          outcomes[ours.result.outcome] = (outcomes[ours.result.outcome] ?? 0) + 1;
          for (const kind of ['proven', 'changes', 'attested'] as const) support[kind] += ours.support[kind];
        }
    } finally {
      await threads.close();
    }
    process.stdout.write(`view calls over it: ${JSON.stringify({ ...outcomes, ...support })}\n`);
    expect(support.proven).toBeGreaterThan(20);
    expect(outcomes.undecided ?? 0).toBeLessThan(3);
    expect(support.attested).toBe(0);
  });

  it('supports balances of tokens that are older than the range', async () => {
    const { threads, calls } = callReader();
    const handler = new GetTokenBalanceHandler(
      pool,
      new TokenBalanceReader(pool, newViews()),
      new ChainBounds(demo.chain.firstBlock, 'demo'),
      new BoundedStateReads(pool, BALANCE_REQUESTS, 100),
      calls,
      new DeclaredTokensReader(pool),
    );
    const { rows } = await pool.query<{ token: Buffer; holder: Buffer }>(
      `SELECT DISTINCT token, to_address AS holder FROM transfer WHERE shape IN (0, 4) ORDER BY 1, 2 LIMIT ${PAIRS}`,
    );
    const counts = { equal: 0, refused: 0 };
    try {
      for (const { token, holder } of rows) {
        const asked = { to: toHex(token), data: `0x70a08231${'0'.repeat(24)}${holder.toString('hex')}` };
        const query = { address: toHex(holder), token: toHex(token), block: first };
        const [said] = (await new RpcClient(demo.chain.url).batch([
          { method: 'eth_call', params: [asked, `0x${first.toString(16)}`] },
        ])) as string[];
        const found = await whileAnswered(
          handler.execute(Object.assign(new GetTokenBalanceQuery(), query)).catch((error: unknown) => {
            if (!(error instanceof Refusal)) throw error;
            expect([query, said, error.message]).toEqual([
              query,
              '0x',
              'Balances of this token are not known.',
            ]);
          }),
        );
        if (found) expect([query, found.data.balance]).toEqual([query, BigInt(said!).toString()]);
        counts[found ? 'equal' : 'refused']++;
      }
    } finally {
      await threads.close();
    }
    process.stdout.write(`balances over it: ${JSON.stringify(counts)}\n`);
    expect(counts.equal).toBeGreaterThan(10);
  });

  it('leaves no open read once the caller is gone', async () => {
    const unasked: Place = { kind: 'balance', address: `0x${'77'.repeat(20)}` as Address };
    const waiting = new RequestedState(historyOf(true), reads());
    await expect(waiting.read([unasked], last, AbortSignal.timeout(200))).rejects.toThrow('timeout');
    const open = await pool.query('SELECT FROM state_read_request WHERE requester = $1', [STATE_REQUESTER]);
    expect(open.rowCount).toBe(0);
  });
});

const METHODS = { code: 'eth_getCode', balance: 'eth_getBalance', nonce: 'eth_getTransactionCount' };

const slotsOf = (places: readonly Place[]) => places.filter((place) => place.kind === 'slot');

function textOf({ answer }: AnsweredPlace): unknown {
  if (!answer.known) return answer.reason;
  return typeof answer.value === 'bigint' ? answer.value : toHex(answer.value.bytes);
}
