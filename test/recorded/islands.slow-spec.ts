import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { ChainWriter } from '../../src/ingestion/append/chain-writer.js';
import { VerifiedSource } from '../../src/ingestion/append/verified-source.js';
import { ingestRange } from '../../src/ingestion/backfill/ingest-range.js';
import { ExecutionSource } from '../../src/node/execution/execution-source.js';
import type { NestedCall } from '../../src/node/trace/nested-call-frames.js';
import { createPool } from '../../src/platform/postgres/pool.js';
import { allProjectors, forkSchedule } from '../../src/runtime/projection/projectors.js';
import { createDatabase, type TestDatabase } from '../fixture/database.js';
import { provenClaims } from '../fixture/proven-claims.js';
import { storedTables } from '../fixture/stored-tables.js';
import { diffTables } from '../property/diff-tables.js';
import { expectedTables } from '../property/oracle.js';
import { REFUSED, readEffects } from './effect-reader.js';
import { type EtlRow, etlBlocks, etlExpectations } from './etl-resources.js';
import { bareBlocks, type RecordedBlock, wholeBlocks } from './recorded-block.js';
import { asObserved } from './recorded-expectation.js';
import { startRecordedNode } from './recorded-node.js';
import { REFERENCE_DIRECTORY } from './reference-directory.js';
import { flatTransactions, nestedTransaction, type TracedTransaction } from './traced-transactions.js';

const data = REFERENCE_DIRECTORY ?? '';
const recorded = REFERENCE_DIRECTORY === undefined ? describe.skip : describe;
const UNSIGNED = 21_925_176;
const NOBODYS_OMMER = 14_764_013;

const numberOf = ({ block }: RecordedBlock): number => Number(block.number);

recorded('recorded mainnet blocks as islands (skipped where SHARED_DIR holds none)', () => {
  let database: TestDatabase;
  let pool: Pool;

  beforeEach(async () => {
    database = await createDatabase({ migrated: true });
    pool = createPool(database.url);
  });
  afterEach(async () => {
    await pool.end();
    await database.drop();
  });

  /** Ingests each recording as its own range. Resolves with the reasons for the refused ones, by number. */
  async function ingest(
    recordings: readonly RecordedBlock[],
    without: 'debug' | '' = '',
  ): Promise<Map<number, string>> {
    const node = await startRecordedNode(recordings, { without });
    const source = await ExecutionSource.connect([node.url], 1);
    const writer = await ChainWriter.open(pool, { projectors: allProjectors() });
    const verified = new VerifiedSource(source, forkSchedule());
    const refused = new Map<number, string>();
    const accepted: number[] = [];
    // In parallel: a refused block is requested many times before it is given up.
    await Promise.all(
      recordings.map(numberOf).map(async (number) => {
        await verified.block(number, true).then(
          () => accepted.push(number),
          (error: Error) => refused.set(number, error.message),
        );
      }),
    );
    const signal = new AbortController().signal;
    for (const number of accepted.sort((one, other) => one - other))
      await ingestRange(verified, writer, {
        fromBlock: number,
        toBlock: number,
        settledUpTo: number,
        signal,
      });
    writer.close();
    await source.close();
    await node.stop();
    return refused;
  }

  it.each(['geth', 'erigon'] as const)(
    'are all stored except the unsigned one, traced by %s',
    async (traces) => {
      const blocks = wholeBlocks(data);
      const refused = await ingest(blocks, traces === 'geth' ? '' : 'debug');
      expect([...refused.keys()]).toEqual([UNSIGNED]);
      expect(refused.get(UNSIGNED)).toContain('transaction_without_signature');
      const taken = blocks.filter((recording) => numberOf(recording) !== UNSIGNED);
      expect(taken).toHaveLength(19);
      const expected = expectedTables(taken.map((recording) => asObserved(recording, traces)));
      expect(diffTables(expected, await storedTables(pool))).toBeUndefined();
      expect(expected.transaction.length).toBeGreaterThan(0);
      const { rows } = await pool.query(
        'SELECT ommer_count, unique_address_count FROM block WHERE number = $1',
        [NOBODYS_OMMER],
      );
      expect(rows).toEqual([{ ommer_count: 1, unique_address_count: null }]);
      const ommers = await pool.query(
        "SELECT ranges @> $1::int8 AS covered FROM coverage WHERE family = 'ommers'",
        [NOBODYS_OMMER],
      );
      expect(ommers.rows).toEqual([{ covered: false }]);
    },
  );

  it.each([
    ['geth', [1_000_000, 20_612_842], [0, 0, 0]],
    ['erigon', [1_000_000, 15_537_393, 15_537_394], [1, 46, 2]],
  ] as const)(
    'have the internal transfers that the traces of %s tell, and the failed frames where these are whole',
    async (traces, numbers, counts) => {
      const blocks = wholeBlocks(data).filter((recording) =>
        (numbers as readonly number[]).includes(numberOf(recording)),
      );
      expect(await ingest(blocks, traces === 'geth' ? '' : 'debug')).toEqual(new Map());
      const traced = blocks.flatMap((recording) => tracedTransactions(recording, traces));
      expect(await readEffects(pool, traced)).toEqual(
        traced.map(({ reported }) => (traces === 'geth' ? reported : { ...reported, failures: REFUSED })),
      );
      const rows = ['internalTransfers', 'failures', 'creations'] as const;
      expect(rows.map((row) => traced.flatMap(({ reported }) => reported[row]).length)).toEqual(counts);
    },
  );

  it('prove the fee recipients of blocks, and the withdrawal addresses of validators', async () => {
    const blocks = wholeBlocks(data).filter((recording) => numberOf(recording) !== UNSIGNED);
    expect(await ingest(blocks)).toEqual(new Map());
    const claims = [...(await provenClaims(pool)).values()].flat();
    const provenOf = (definition: string, family: string) =>
      new Set(
        claims
          .filter((claim) => claim.id === definition && claim.family === family)
          .map(({ subject }) => subject),
      );
    const paid = blocks.map(({ block }) => block.miner as string);
    expect(provenOf('role:fee_recipient', 'fee_recipient')).toEqual(new Set(paid));
    const withdrawals = blocks.flatMap(({ block }) => (block.withdrawals ?? []) as { address: string }[]);
    expect(provenOf('role:validator_withdrawal_address', 'withdrawal')).toEqual(
      new Set(withdrawals.map(({ address }) => address)),
    );
  });

  it('are refused for lack of receipts', async () => {
    const blocks = bareBlocks(data);
    const refused = await ingest(blocks);
    expect(refused.size).toBe(58);
    expect([...refused.keys()].sort((one, other) => one - other)).toEqual(blocks.map(numberOf));
    for (const reason of refused.values()) expect(reason).toContain('no receipts for block');
    expect((await storedTables(pool)).block).toEqual([]);
  });

  it('equal what ethereum-etl derives from them', async () => {
    const blocks = etlBlocks(data).filter(({ receipts }) => receipts !== undefined);
    expect(await ingest(blocks)).toEqual(new Map());
    const stored = await storedTables(pool);
    for (const [number, expected] of etlExpectations(data)) {
      if (!expected.receipts) continue;
      const own = <T extends Record<string, unknown>>(rows: readonly T[]) =>
        rows.filter((row) => Number(row.number ?? row.block_number) === number);
      expect(own(stored.block).map(etlBlock)).toEqual([
        pick(expected.block, etlBlock(own(stored.block)[0]!)),
      ]);
      const receipts = new Map(expected.receipts.map((row) => [row.transaction_hash, row]));
      for (const [index, row] of own(stored.transaction).map(etlTransaction).entries()) {
        const transaction = expected.transactions[index]!;
        const receipt = receipts.get(transaction.hash!)!;
        const { gas_used, contract_address, effective_gas_price, ...fields } = row;
        expect(fields).toEqual(pick(transaction, fields));
        expect({ gas_used, contract_address, effective_gas_price }).toEqual(
          pick(receipt, { gas_used, contract_address, effective_gas_price }),
        );
      }
      expect(own(stored.transaction)).toHaveLength(expected.transactions.length);
      expect(own(stored.log).map(etlLog)).toEqual(
        expected.logs!.map((row) => pick(row, etlLog(own(stored.log)[0]!))),
      );
    }
  });
});

/** The transactions of a recording in the form of one tracer family. */
function tracedTransactions(
  { block, traces = [], parityTraces = [] }: RecordedBlock,
  family: 'geth' | 'erigon',
): TracedTransaction[] {
  if (family === 'erigon') return flatTransactions(parityTraces as Parameters<typeof flatTransactions>[0]);
  return (traces as { result: NestedCall }[]).map(({ result }, index) =>
    nestedTransaction((block.transactions[index] as { hash: string }).hash, Number(block.number), result),
  );
}

/** The expected row, with the columns of `like` only. */
const pick = (row: EtlRow, like: object): EtlRow =>
  Object.fromEntries(Object.keys(like).map((column) => [column, row[column] ?? '']));

const text = (value: unknown): string =>
  value === null ? '' : Buffer.isBuffer(value) ? `0x${value.toString('hex')}` : String(value);

const etlBlock = (row: Record<string, unknown>): EtlRow => ({
  number: text(row.number),
  hash: text(row.hash),
  parent_hash: text(row.parent_hash),
  transactions_root: text(row.transactions_root),
  state_root: text(row.state_root),
  receipts_root: text(row.receipts_root),
  miner: text(row.fee_recipient),
  difficulty: text(row.difficulty),
  extra_data: text(row.extra_data),
  gas_limit: text(row.gas_limit),
  gas_used: text(row.gas_used),
  timestamp: text(row.timestamp),
  transaction_count: text(row.tx_count),
  base_fee_per_gas: text(row.base_fee_per_gas),
});

const etlTransaction = (row: Record<string, unknown>): EtlRow => ({
  hash: text(row.hash),
  nonce: text(row.nonce),
  transaction_index: text(row.tx_index),
  from_address: text(row.from_address),
  to_address: text(row.to_address),
  value: text(row.value),
  gas: text(row.gas_limit),
  gas_price: text(row.gas_price),
  input: text(row.input),
  max_fee_per_gas: text(row.max_fee_per_gas),
  max_priority_fee_per_gas: text(row.max_priority_fee_per_gas),
  transaction_type: text(row.type),
  gas_used: text(row.gas_used),
  contract_address: text(row.contract_address),
  effective_gas_price: text(row.effective_gas_price),
});

const etlLog = (row: Record<string, unknown>): EtlRow => ({
  log_index: text(row.log_index),
  transaction_index: text(row.tx_index),
  address: text(row.address),
  data: text(row.data),
  topics: [row.topic0, row.topic1, row.topic2, row.topic3]
    .filter((topic) => topic !== null)
    .map(text)
    .join(','),
});
