import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { decodeEventLog, type Hex, parseAbi } from 'viem';
import { fromHex } from '../../src/domain/chain/codec/hex.js';
import { type TokenTransfer, tokenTransfers } from '../../src/domain/token/token-transfer.js';
import { parseCsv } from './csv.js';
import { recordedCalls } from './recorded-answers.js';
import { linesOf, wholeBlocks } from './recorded-block.js';
import { REFERENCE_DIRECTORY } from './reference-directory.js';

interface LogJson {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
  readonly transactionHash: string;
  readonly logIndex: string | number;
}

const data = REFERENCE_DIRECTORY ?? '';
const recorded = REFERENCE_DIRECTORY === undefined ? describe.skip : describe;

const text = (address: Buffer | undefined): string => `0x${(address ?? Buffer.alloc(20)).toString('hex')}`;

/** A transfer in the words of most programs. */
interface Reported {
  readonly token: string;
  readonly from: string;
  readonly to: string;
  readonly amount: string;
  readonly transaction: string;
  readonly logIndex: number;
}

/** Results of our decoder for logs, transaction by transaction. */
function reported(logs: readonly LogJson[]): (Reported & { readonly shape: TokenTransfer['shape'] })[] {
  const byTransaction = new Map<string, LogJson[]>();
  for (const log of logs) {
    const own = byTransaction.get(log.transactionHash);
    if (own) own.push(log);
    else byTransaction.set(log.transactionHash, [log]);
  }
  return [...byTransaction].flatMap(([transaction, own]) => {
    const read = own.map(({ address, topics, data: rest }) => ({
      address: fromHex(address),
      topics: topics.map(fromHex),
      data: fromHex(rest),
    }));
    return tokenTransfers(read).map(({ logIndexInTx, token, from, to, tokenId, value, shape }) => ({
      token: text(token),
      from: text(from),
      to: text(to),
      amount: String(shape === 'erc721' ? tokenId : value),
      transaction,
      logIndex: Number(own[logIndexInTx]!.logIndex),
      shape,
    }));
  });
}

const plain = ({ shape: _, ...rest }: ReturnType<typeof reported>[number]): Reported => rest;

recorded('token transfers of mainnet (skipped where SHARED_DIR holds none)', () => {
  const rotki = () =>
    linesOf(join(data, 'rotki', 'tx_receipt_block.ndjson.gz')) as {
      readonly receipt: { readonly transactionHash: string; readonly logs: readonly LogJson[] };
    }[];

  it('are those of ethereum-etl, row by row', () => {
    const files = new Map(
      (linesOf(join(data, 'ethereum_etl_resources.ndjson.gz')) as { file: string; text: string }[]).map(
        ({ file, text: content }) => [file.replace('tests/resources/', ''), content],
      ),
    );
    const answer = <T>(file: string): T => (JSON.parse(files.get(file)!) as { result: T }).result;
    const folder = 'test_export_token_transfers_job/block_with_transfers';
    const stream = 'test_stream/blocks_1755634_1755635';
    const receipt = (hash: string) =>
      answer<{ logs: LogJson[] }>(`${stream}/web3_response.eth_getTransactionReceipt_${hash}.json`).logs;
    const cases: [readonly LogJson[], readonly Readonly<Record<string, unknown>>[]][] = [
      [
        answer<LogJson[]>(`${folder}/web3_response.eth_getFilterLogs_0x0.json`),
        parseCsv(files.get(`${folder}/expected_token_transfers.csv`)!),
      ],
      [
        parseCsv(files.get('test_extract_token_transfers_job/logs/logs.csv')!).map((row) => ({
          address: row.address!,
          topics: row.topics!.split(','),
          data: row.data!,
          transactionHash: row.transaction_hash!,
          logIndex: row.log_index!,
        })),
        parseCsv(files.get('test_extract_token_transfers_job/logs/expected_token_transfers.csv')!),
      ],
      [
        [...files.keys()]
          .filter((file) => file.startsWith(`${stream}/web3_response.eth_getTransactionReceipt_`))
          .flatMap((file) => receipt(file.match(/0x[0-9a-f]{64}/)![0])),
        files
          .get(`${stream}/expected_token_transfers.json`)!
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line) as Record<string, unknown>),
      ],
    ];
    for (const [logs, rows] of cases) {
      const expected = rows.map((row) => ({
        token: row.token_address,
        from: row.from_address,
        to: row.to_address,
        amount: BigInt(row.value as string).toString(),
        transaction: row.transaction_hash,
        logIndex: Number(row.log_index),
      }));
      expect(expected.length).toBeGreaterThan(0);
      expect(reported(logs).map(plain)).toEqual(expected);
    }
  });

  it('are those that a block explorer lists, row by row, if receipts are recorded too', () => {
    const answers = linesOf(join(data, 'rotki', 'etherscan_account_contract.ndjson.gz')) as {
      readonly query: { readonly action: string };
      readonly response: { readonly result: readonly Record<string, string>[] | string };
    }[];
    const listed = answers
      .filter(({ query, response }) => query.action === 'tokentx' && Array.isArray(response.result))
      .flatMap(({ response }) => response.result as readonly Record<string, string>[]);
    const ours = new Map(rotki().map(({ receipt }) => [receipt.transactionHash, reported(receipt.logs)]));
    const comparable = listed.filter(({ hash }) => ours.has(hash!));
    for (const row of comparable) {
      expect(
        ours.get(row.hash!)!.map(({ token, from, to, amount }) => ({ token, from, to, amount })),
      ).toContainEqual({
        token: row.contractAddress,
        from: row.from,
        to: row.to,
        amount: row.value,
      });
    }
    expect(comparable.length).toBe(11);
  });

  it('are those that a second decoder finds in all recorded logs, except listed ones', () => {
    const receipts = [
      ...wholeBlocks(data).flatMap(({ receipts: own = [] }) => own),
      ...recordedCalls<readonly { transactionHash: string }[]>('eth_getBlockReceipts').flatMap(
        ({ result }) => result,
      ),
      ...rotki().map(({ receipt }) => receipt),
    ] as unknown as { readonly logs: readonly LogJson[] }[];
    let logs = 0;
    const found: string[] = [];
    for (const receipt of receipts) {
      logs += receipt.logs.length;
      const ours = new Set(reported(receipt.logs).map(keyOf));
      const theirs = new Set(receipt.logs.flatMap(secondDecoder).map(keyOf));
      for (const key of ours) if (!theirs.has(key)) found.push(`only ours: ${key}`);
      for (const key of theirs) if (!ours.has(key)) found.push(`only theirs: ${key}`);
    }
    expect(logs).toBeGreaterThan(5_000);
    expect(found).toEqual(Object.keys(DISAGREEMENTS));
  });
});

/** Differences between the second decoder and ours, with reasons. */
const DISAGREEMENTS: Readonly<Record<string, string>> = {};

function keyOf({ transaction, logIndex, token, from, to, amount }: Reported): string {
  return `${transaction} ${logIndex} ${token} ${from} ${to} ${amount}`;
}

const ERC20 = parseAbi(['event Transfer(address indexed from, address indexed to, uint256 value)']);
const ERC721 = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)',
]);
const UNINDEXED = parseAbi(['event Transfer(address from, address to, uint256 value)']);
const ERC1155 = parseAbi([
  'event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value)',
  'event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values)',
]);

/** Transfers as an ABI library decodes them, trying one ABI after the other. */
function secondDecoder({ address, topics, data: rest, transactionHash, logIndex }: LogJson): Reported[] {
  for (const abi of [ERC20, ERC721, UNINDEXED, ERC1155]) {
    try {
      const { eventName, args } = decodeEventLog({
        abi: abi as typeof ERC1155,
        topics: topics as [Hex, ...Hex[]],
        data: rest as Hex,
      }) as { eventName: string; args: Record<string, bigint | string | bigint[]> };
      const row = (amount: bigint): Reported => ({
        token: address,
        from: (args.from as string).toLowerCase(),
        to: (args.to as string).toLowerCase(),
        amount: String(amount),
        transaction: transactionHash,
        logIndex: Number(logIndex),
      });
      if (eventName === 'TransferBatch') return (args.values as bigint[]).map(row);
      return [row((args.value ?? args.tokenId) as bigint)];
    } catch {
      // The log is no event of this ABI.
    }
  }
  return [];
}
