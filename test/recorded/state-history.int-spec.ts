import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { toHex } from '../../src/domain/chain/codec/hex.js';
import type { Address } from '../../src/domain/chain/hex.js';
import type { VerifiedBlock } from '../../src/domain/chain/record/block.js';
import { ChainWriter } from '../../src/ingestion/append/chain-writer.js';
import { type StateDiff, stateDiffChanges } from '../../src/node/trace/state-diff-changes.js';
import { createPool } from '../../src/platform/postgres/pool.js';
import { allProjectors, forkSchedule } from '../../src/runtime/projection/projectors.js';
import { StateHistory } from '../../src/state/history/state-history.js';
import { createDatabase, type TestDatabase } from '../fixture/database.js';
import { recordedCalls } from './recorded-answers.js';
import { REFERENCE_DIRECTORY } from './reference-directory.js';
import { replayedChain } from './replayed-chain.js';

const recorded = REFERENCE_DIRECTORY === undefined ? describe.skip : describe;
const PROJECTORS = ['block', 'contract', 'coverage', 'native_balance', 'storage'];
/** The only consecutive recorded blocks. */
const [FIRST, SECOND] = [17_073_191, 17_073_192];

interface PrestateAccount {
  readonly balance?: string;
  readonly nonce?: number;
  readonly code?: string;
  readonly storage?: Readonly<Record<string, string>>;
}

recorded('state history of recorded mainnet blocks (skipped without the reference directory)', () => {
  let database: TestDatabase;
  let pool: Pool;
  let history: StateHistory;
  const blocks = REFERENCE_DIRECTORY === undefined ? [] : withWithdrawals(replayedChain([]));

  beforeAll(async () => {
    database = await createDatabase({ migrated: true });
    pool = createPool(database.url);
    history = new StateHistory(pool, forkSchedule());
    const projectors = allProjectors().filter(({ name }) => PROJECTORS.includes(name));
    const writer = await ChainWriter.open(pool, { projectors });
    for (const block of blocks) await writer.append([block]);
    writer.close();
  });
  afterAll(async () => {
    await pool?.end();
    await database?.drop();
  });

  it('has the state that each block left', async () => {
    let compared = 0;
    for (const { header, stateChanges = [] } of blocks) {
      const slots = new Map<string, bigint>();
      const balances = new Map<Address, bigint>();
      for (const { address, balance, storage } of stateChanges.flat()) {
        const account = toHex(address) as Address;
        for (const { slot, after } of storage) slots.set(`${account} ${toHex(slot)}`, BigInt(toHex(after)));
        if (balance) balances.set(account, balance.after);
      }
      const asked = [...slots.keys()].map((key) => slotOf(key));
      const answers = await history.slotsAt(asked, header.number);
      expect(answers.map((answer) => answer.known && answer.value)).toEqual([...slots.values()]);
      const accounts = await history.accountsAt([...balances.keys()], header.number);
      for (const [at, [address, left]] of [...balances].entries()) {
        const { balance } = accounts[at]!;
        const paid = (header.number >= FIRST && withdrawn(blocks, header.number, address)) || 0n;
        expect([address, balance.known && balance.value]).toEqual([address, left + paid]);
      }
      compared += asked.length + balances.size;
    }
    process.stdout.write(`recorded mainnet: ${blocks.length} blocks left ${compared} slots and balances\n`);
    expect(compared).toBeGreaterThan(4_500);
  });

  it('has before each block the state that another tracer saw there, if it is known', async () => {
    const counts = { slots: 0, codes: 0, balances: 0, nonces: 0, unknown: 0 };
    for (const [address, seen] of prestateOf(SECOND)) {
      const storage = Object.entries(seen.storage ?? {});
      const slots = await history.slotsAt(
        storage.map(([slot]) => ({ address, slot: BigInt(slot) })),
        FIRST,
      );
      for (const [at, answer] of slots.entries()) {
        if (!answer.known) counts.unknown++;
        else {
          expect([address, storage[at]![0], answer.value]).toEqual([
            address,
            storage[at]![0],
            BigInt(storage[at]![1]),
          ]);
          counts.slots++;
        }
      }
      const code = await history.codeAt(address, FIRST);
      if (code.known) {
        expect([address, toHex(code.value.bytes)]).toEqual([address, seen.code ?? '0x']);
        counts.codes++;
      }
      const { balance, nonce } = await history.accountAt(address, FIRST);
      if (balance.known) {
        expect([address, balance.value]).toEqual([address, BigInt(seen.balance ?? 0)]);
        counts.balances++;
      }
      if (nonce.known) {
        expect([address, nonce.value]).toEqual([address, BigInt(seen.nonce ?? 0)]);
        counts.nonces++;
      }
    }
    process.stdout.write(`recorded mainnet: before block ${SECOND} ${JSON.stringify(counts)}\n`);
    expect(counts.slots).toBeGreaterThan(400);
    expect(counts.balances).toBeGreaterThan(10);
  });

  it('knows nothing about the block before a range', async () => {
    const { address, storage } = blocks[0]!.stateChanges!.flat().find((change) => change.storage.length > 0)!;
    const slot = { address: toHex(address) as Address, slot: BigInt(toHex(storage[0]!.slot)) };
    expect(await history.slotsAt([slot], blocks[0]!.header.number - 1)).toEqual([
      { known: false, reason: 'block_not_stored' },
    ]);
  });
});

function slotOf(key: string): { address: Address; slot: bigint } {
  const [address, slot] = key.split(' ') as [Address, string];
  return { address, slot: BigInt(slot) };
}

/** The two blocks with their withdrawals. The parent of the first block is not stored. */
function withWithdrawals(blocks: readonly VerifiedBlock[]): VerifiedBlock[] {
  const replays = recordedCalls<{ stateDiff: StateDiff }[]>('trace_replayBlockTransactions').filter(
    ({ params }) => JSON.stringify(params).includes('"IncludeWithdrawals":true'),
  );
  return blocks.map((block) => {
    const { number } = block.header;
    const replay = replays.find(({ blockNumber }) => blockNumber === number);
    const parentHash = number === SECOND ? block.header.parentHash : Buffer.alloc(32, 1);
    const withdrawals = (replay ? stateDiffChanges(replay.result.at(-1)!.stateDiff) : []).map(
      ({ address, balance }, index) => ({
        ...{ index, validatorIndex: index, address },
        amountGwei: (balance!.after - balance!.before!) / 10n ** 9n,
      }),
    );
    return { ...block, header: { ...block.header, parentHash }, withdrawals };
  });
}

function withdrawn(blocks: readonly VerifiedBlock[], number: number, account: Address): bigint {
  const { withdrawals = [] } = blocks.find(({ header }) => header.number === number)!;
  const own = withdrawals.filter(({ address }) => toHex(address) === account);
  return own.reduce((sum, { amountGwei }) => sum + amountGwei * 10n ** 9n, 0n);
}

/** State of accounts before a block: the first state that its transactions saw. */
function prestateOf(number: number): Map<Address, PrestateAccount> {
  const accounts = new Map<Address, PrestateAccount>();
  const answer = recordedCalls<{ result: Record<Address, PrestateAccount> }[]>(
    'debug_traceBlockByNumber.prestateTracer',
  ).find(
    ({ params, blockNumber }) =>
      blockNumber === number && !JSON.stringify(params).includes('"diffMode":true'),
  );
  for (const { result } of answer!.result) {
    for (const [address, account] of Object.entries(result) as [Address, PrestateAccount][]) {
      const seen = accounts.get(address);
      accounts.set(address, { ...account, ...seen, storage: { ...account.storage, ...seen?.storage } });
    }
  }
  return accounts;
}
