import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { toHex } from '../../src/domain/chain/codec/hex.js';
import type { Log, VerifiedBlock } from '../../src/domain/chain/record/block.js';
import { ChainWriter } from '../../src/ingestion/append/chain-writer.js';
import { VerifiedSource } from '../../src/ingestion/append/verified-source.js';
import { ReadAnswerer } from '../../src/ingestion/read/read-answerer.js';
import { ExecutionSource } from '../../src/node/execution/execution-source.js';
import { JSON_READY } from '../../src/platform/postgres/json-ready.js';
import { createPool } from '../../src/platform/postgres/pool.js';
import { allProjectors, forkSchedule } from '../../src/runtime/projection/projectors.js';
import { createDatabase } from '../fixture/database.js';
import { RpcRefusal, type RpcServer, startRpcServer } from '../simulation/rpc-server.js';
import { recordedContracts } from './contracts.js';
import { wholeBlocks } from './recorded-block.js';
import { startRecordedNode } from './recorded-node.js';
import { REFERENCE_DIRECTORY } from './reference-directory.js';

const data = REFERENCE_DIRECTORY ?? '';
const recorded = REFERENCE_DIRECTORY === undefined ? describe.skip : describe;

const NUMBERS = [17_034_869, 17_034_870];
const TRANSFER = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
/** Replaces the unrecorded code of a contract that logged. */
const SOME_CODE = '0x6080604052600080fd';

/** Tokens by the shapes of their logs, decoded here independently; a contract with both shapes is neither. */
function tokensOf(logs: readonly Log[]): { readonly erc20: string[]; readonly erc721: string[] } {
  const shapes = new Map<string, Set<string>>();
  const isAddress = (topic: Buffer | undefined) => topic?.subarray(0, 12).equals(Buffer.alloc(12)) === true;
  for (const { address, topics, data: bytes } of logs) {
    if (topics[0]?.toString('hex') !== TRANSFER || !isAddress(topics[1]) || !isAddress(topics[2])) continue;
    const shape =
      topics.length === 3 && bytes.length === 32
        ? 'erc20'
        : topics.length === 4 && bytes.length === 0
          ? 'erc721'
          : undefined;
    if (shape) shapes.set(toHex(address), (shapes.get(toHex(address)) ?? new Set()).add(shape));
  }
  const only = (shape: string) =>
    [...shapes]
      .filter(([, seen]) => seen.size === 1 && seen.has(shape))
      .map(([address]) => address)
      .sort();
  return { erc20: only('erc20'), erc721: only('erc721') };
}

/**
 * State at the end of the blocks, as far as recorded. Other contracts that logged get some code, as they must have had it; all other accounts have none.
 * The state roots are those of mainnet, so nothing made up could be proven: the node offers no proofs.
 */
function startArchive(emitters: ReadonlySet<string>): Promise<RpcServer> {
  const known = new Map(recordedContracts(data).map((one) => [one.address, one]));
  return startRpcServer({
    answer({ method, params = [] }) {
      const of = String(params[0]);
      if (method === 'eth_chainId') return '0x1';
      if (method === 'web3_clientVersion') return 'archive/1.0';
      if (method === 'eth_getCode')
        return known.has(of) ? toHex(known.get(of)!.code) : emitters.has(of) ? SOME_CODE : '0x';
      if (method === 'eth_getStorageAt') return known.get(of)?.storage[String(params[1])] ?? '0x0';
      if (method === 'eth_call') throw new RpcRefusal(3, 'execution reverted');
      throw new RpcRefusal(-32601, `the method ${method} does not exist/is not available`);
    },
  });
}

recorded('two mainnet blocks without any before them (skipped where SHARED_DIR holds none)', () => {
  const closing: (() => Promise<unknown>)[] = [];
  let pool: Pool;
  let logs: readonly Log[];

  beforeAll(async () => {
    const database = await createDatabase({ migrated: true });
    pool = createPool(database.url);
    const blocks = await recordedBlocks();
    logs = blocks.flatMap(({ receipts }) => receipts.flatMap((receipt) => receipt.logs));
    const archive = await startArchive(new Set(logs.map(({ address }) => toHex(address))));
    const source = await ExecutionSource.connect([archive.url], 1);
    const writer = await ChainWriter.open(pool, {
      projectors: allProjectors({ firstBlock: 0, isDemo: false }),
    });
    closing.push(
      async () => writer.close(),
      () => source.close(),
      () => archive.stop(),
      () => pool.end(),
      () => database.drop(),
    );
    await writer.append(blocks);
    const answerer = new ReadAnswerer(source, writer, pool);
    while ((await answerer.pass(new AbortController().signal, Number.POSITIVE_INFINITY)).answered > 0);
  });
  afterAll(async () => {
    for (const close of closing) await close();
  });

  async function recordedBlocks(): Promise<VerifiedBlock[]> {
    const node = await startRecordedNode(
      wholeBlocks(data).filter(({ block }) => NUMBERS.includes(Number(block.number))),
    );
    const source = await ExecutionSource.connect([node.url], 1);
    const verified = new VerifiedSource(source, forkSchedule());
    const blocks: VerifiedBlock[] = [];
    // State diffs were not recorded, so only the logs show these contracts.
    for (const number of NUMBERS) {
      const block = await verified.block(number, true);
      blocks.push({ ...block, stateChanges: block.transactions.map(() => []) });
    }
    await source.close();
    await node.stop();
    return blocks;
  }

  const subjectsOf = async (id: string): Promise<string[]> => {
    const { rows } = await pool.query<{ subject: string }>({
      text: `SELECT DISTINCT subject FROM definition_set JOIN proof_segment ON definition_set = definition_set.id
             JOIN definition_number number ON number.number = definition WHERE current AND number.id = $1 ORDER BY 1`,
      values: [id],
      types: JSON_READY,
    });
    return rows.map(({ subject }) => subject);
  };

  it('prove for every token in their logs that it is a token', async () => {
    const { erc20, erc721 } = tokensOf(logs);
    const codes = new Set(recordedContracts(data).map(({ address }) => address));
    const isRecorded = (address: string) => codes.has(address);
    console.log(
      `${erc20.length} ERC-20 and ${erc721.length} ERC-721 tokens, ${[...erc20, ...erc721].filter(isRecorded).length} with recorded code`,
    );
    expect(erc20.length).toBeGreaterThan(50);
    expect(erc721.length).toBeGreaterThan(3);
    expect(await subjectsOf('asset:erc20')).toEqual(erc20);
    expect(await subjectsOf('asset:erc721')).toEqual(expect.arrayContaining(erc721));
    const [weth, usdc] = [
      '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
      '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
    ];
    expect(erc20).toEqual(expect.arrayContaining([weth, usdc]));
    // Blur's exchange and pool, whose slots were recorded.
    expect(await subjectsOf('proxy:eip1967')).toEqual([
      '0x000000000000ad05ccc4f10045630fb830b95127',
      '0x0000000000a39bb272e79075ade125fd351887ac',
    ]);
  });

  it('lead to one read for each address, name the node as its source, and leave no read open', async () => {
    const { rows } = await pool.query<Record<'asked' | 'distinct' | 'proven' | 'open', number>>(`
      SELECT count(*)::int4 AS asked, count(DISTINCT (subject, what))::int4 AS distinct, count(*) FILTER (WHERE is_proven)::int4 AS proven,
             (SELECT count(*)::int4 FROM state_read_request) AS open
      FROM state_read_result WHERE what NOT LIKE '0x%'`);
    const { asked, distinct, proven, open } = rows[0]!;
    console.log(`${asked} questions about code and slots for ${NUMBERS.length} blocks`);
    expect({ proven, open, distinct }).toEqual({ proven: 0, open: 0, distinct: asked });
  });
});
