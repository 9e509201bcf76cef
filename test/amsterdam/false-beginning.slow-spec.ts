import { RLP } from '@ethereumjs/rlp';
import { bytesToHex } from '@ethereumjs/util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Hex, keccak256 } from 'viem';
import type { Address } from '../../src/domain/chain/hex.js';
import type { FirstBlock } from '../../src/domain/chain/protocol/genesis.js';
import { ChainWriter } from '../../src/ingestion/append/chain-writer.js';
import { VerifiedSource, withoutAllocation } from '../../src/ingestion/append/verified-source.js';
import { ingestRange } from '../../src/ingestion/backfill/ingest-range.js';
import { ExecutionSource } from '../../src/node/execution/execution-source.js';
import { allProjectors, forkSchedule } from '../../src/runtime/projection/projectors.js';
import { StateHistory } from '../../src/state/history/state-history.js';
import { type AlteredNode, startAlteredNode } from '../fixture/altered-node.js';
import { type OpenedDatabase, openNewDatabase } from '../fixture/opened-database.js';
import type { RpcServer } from '../simulation/rpc-server.js';
import { AMSTERDAM_TIME, AmsterdamChain } from './amsterdam-chain.js';
import { startAmsterdamNode } from './amsterdam-node.js';
import { passingOn } from './contracts.js';

const NO_HASH: Hex = `0x${'00'.repeat(32)}`;
const RECEIVER: Hex = '0x7700000000000000000000000000000000000077';
const schedule = forkSchedule(new Map([['amsterdam', AMSTERDAM_TIME]]));

const chain = await AmsterdamChain.start();
await chain.append([]);
const [older] = (await chain.append([{ data: passingOn(RECEIVER) }])) as [Address];
await chain.append([{ to: RECEIVER, value: 7n }]);
const { block, accessList } = chain.blocks.at(-1)!;
const number = Number(block.header.number);
const hash = keccak256(RLP.encode([new Uint8Array(32), ...block.header.raw().slice(1)]));

describe('a block since Amsterdam that names no parent, with its access list', () => {
  let node: RpcServer;
  let liar: AlteredNode;
  let database: OpenedDatabase;

  beforeAll(async () => {
    node = await startAmsterdamNode(chain);
    liar = await startAlteredNode(
      () => node.url,
      (method, _, result) => {
        if (method === 'debug_getRawBlockAccessList') return bytesToHex(accessList!.serialize());
        return method === 'eth_getBlockByNumber' && result !== null
          ? { ...(result as object), hash, parentHash: NO_HASH }
          : undefined;
      },
    );
    database = await openNewDatabase();
  });
  afterAll(async () => {
    await database.drop();
    await liar.stop();
    await node.stop();
  });

  async function store(first: FirstBlock): Promise<void> {
    const execution = await ExecutionSource.connect([liar.url], 1);
    const source = new VerifiedSource(execution, schedule, undefined, withoutAllocation(first));
    const writer = await ChainWriter.open(database.pool, { projectors: allProjectors() });
    const range = { fromBlock: number, toBlock: number, settledUpTo: number };
    try {
      await ingestRange(source, writer, { ...range, signal: new AbortController().signal });
    } finally {
      writer.close();
      await execution.close();
    }
  }
  const codeOfOlder = () => new StateHistory(database.pool, schedule).codeAt(older, number);

  it('is refused where the chain begins elsewhere', async () => {
    await expect(store({ number: 0 })).rejects.toThrow(/false_genesis .*it names no parent/);
    expect(await codeOfOlder()).toMatchObject({ known: false });
  });

  it('takes no code from older contracts where an operator says that the chain begins with it', async () => {
    await store({ number });
    expect(await codeOfOlder()).toMatchObject({ known: false });
    const { rows } = await database.pool.query(
      `SELECT family FROM coverage WHERE family IN ('state_diff', 'access_list') AND NOT isempty(ranges)`,
    );
    expect(rows).toEqual([]);
  });
});
