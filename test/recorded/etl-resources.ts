import { join } from 'node:path';
import { parseCsv } from './csv.js';
import { linesOf, type RecordedBlock } from './recorded-block.js';

interface Resource {
  readonly file: string;
  readonly text: string;
}

/** Rows that ethereum-etl derives, by its own column names; all values as text, empty for null. */
export type EtlRow = Readonly<Record<string, string>>;

export interface EtlExpectation {
  readonly block: EtlRow;
  readonly transactions: readonly EtlRow[];
  /** Absent if ethereum-etl's tests have none for this block. */
  readonly receipts?: readonly EtlRow[];
  /** Absent if ethereum-etl's tests have none for this block; topics are joined by commas. */
  readonly logs?: readonly EtlRow[];
}

const FOLDERS = [
  'test_export_blocks_job/',
  'test_export_receipts_job/',
  'test_stream/blocks_1755634_1755635/',
];

const resources = (data: string): Resource[] =>
  (linesOf(join(data, 'ethereum_etl_resources.ndjson.gz')) as Resource[]).filter(({ file }) =>
    FOLDERS.some((folder) => file.includes(`/${folder}`)),
  );

/** Blocks 0, 47218, 47219, 483920, 1755634 and 1755635. Receipts of 47218 and 47219 are not recorded. */
export function etlBlocks(data: string): RecordedBlock[] {
  const answers = resources(data).filter(({ file }) => file.includes('web3_response'));
  const result = ({ text }: Resource): unknown => (JSON.parse(text) as { result: unknown }).result;
  const receipts = answers
    .filter(({ file }) => file.includes('eth_getTransactionReceipt'))
    .map((resource) => result(resource) as NonNullable<RecordedBlock['receipts']>[number]);
  const byHash = new Map(receipts.map((receipt) => [receipt.transactionHash, receipt]));
  return answers
    .filter(({ file }) => file.endsWith('_true.json'))
    .map((resource) => result(resource) as RecordedBlock['block'])
    .map((block) => {
      const own = block.transactions.map((transaction) => byHash.get((transaction as { hash: string }).hash));
      const complete = own.filter((receipt) => receipt !== undefined);
      return complete.length === own.length ? { block, receipts: complete } : { block };
    })
    .sort((one, other) => Number(one.block.number) - Number(other.block.number));
}

/** What ethereum-etl derives from those blocks, by block number. */
export function etlExpectations(data: string): Map<number, EtlExpectation> {
  const found = resources(data);
  const rows = (name: string) =>
    found.flatMap(({ file, text }) => {
      if (file.endsWith(`/expected_${name}.csv`)) return parseCsv(text);
      const streamed = file.includes('/test_stream/') && file.endsWith(`/expected_${name}.json`);
      return streamed ? text.split('\n').filter(Boolean).map(asText) : [];
    });
  const [transactions, receipts, logs] = [rows('transactions'), rows('receipts'), rows('logs')];
  return new Map(
    rows('blocks').map((block) => {
      const own = (all: readonly EtlRow[]) => all.filter((row) => row.block_number === block.number);
      const streamed = block.type === 'block';
      const ownReceipts = streamed ? own(transactions).map(receiptOfTransaction) : own(receipts);
      const complete = ownReceipts.length === own(transactions).length;
      const executed = complete ? { receipts: ownReceipts, logs: own(logs) } : {};
      return [Number(block.number), { block, transactions: own(transactions), ...executed }];
    }),
  );
}

/** A streamed transaction has its receipt in columns of its own. */
const receiptOfTransaction = (row: EtlRow): EtlRow => ({
  transaction_hash: row.hash!,
  ...Object.fromEntries(
    Object.entries(row).flatMap(([column, value]) =>
      column.startsWith('receipt_') ? [[column.slice('receipt_'.length), value]] : [],
    ),
  ),
});

/** JSON.parse would round values above 2^53, so numbers are read as text. */
function asText(line: string): EtlRow {
  const quoted = line.replace(/": (-?\d+)(?=[,}])/g, '": "$1"');
  const row = JSON.parse(quoted) as Record<string, string | null | readonly string[]>;
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      Array.isArray(value) ? value.join(',') : String(value ?? ''),
    ]),
  );
}
