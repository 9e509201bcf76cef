import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Hex } from 'viem';
import { ProofExporter } from '../../src/bundle/proof-exporter.js';
import { checkProjections } from '../../src/cli/check/check-projections.js';
import { decodeHeader } from '../../src/domain/chain/codec/header-rlp.js';
import { fromHex } from '../../src/domain/chain/codec/hex.js';
import { checkLog } from '../../src/event-store/check-log.js';
import { ProjectionRunner } from '../../src/event-store/projection-runner.js';
import { WriterLease } from '../../src/event-store/writer-lease.js';
import { AccountProofs } from '../../src/node/execution/account-proofs.js';
import { inTransaction } from '../../src/platform/postgres/transaction.js';
import { allProjectors } from '../../src/runtime/projection/projectors.js';
import type { Bundle } from '../../src/verifier/bundle/bundle.schema.js';
import { writeBundle } from '../../src/verifier/bundle/read-bundle.js';
import { published } from '../../src/verifier/published.js';
import { verifyBundle } from '../../src/verifier/verify-bundle.js';
import { createDatabase, type TestDatabase } from '../fixture/database.js';
import { startIngestion, type TestIngestion } from '../fixture/ingestion.js';
import { claimText, provenClaims } from '../fixture/proven-claims.js';
import { storedTables } from '../fixture/stored-tables.js';
import { PATIENCE_MS } from '../patience.js';
import type { CallTraceJson } from '../simulation/geth-traces.js';
import type { RpcServer } from '../simulation/rpc-server.js';
import { AMSTERDAM_TIME, AmsterdamChain } from './amsterdam-chain.js';
import { type NodeManner, PROTOCOL, startAmsterdamNode } from './amsterdam-node.js';
import { addressOf, mayfly, passingOn, refusing, token } from './contracts.js';

const RECEIVER: Hex = '0x7700000000000000000000000000000000000077';
const HEIR: Hex = '0x8800000000000000000000000000000000000088';
const FORK_TIMES = new Map([['amsterdam', AMSTERDAM_TIME]]);

const chain = await AmsterdamChain.start();
const { firstNumber: firstBlock } = chain;
await chain.append([]);
const [passer, refuser, coin] = (await chain.append([
  { data: passingOn(RECEIVER) },
  { data: refusing() },
  { data: token(RECEIVER) },
  { to: RECEIVER, value: 5n },
])) as [Hex, Hex, Hex];
const [hopeful] = (await chain.append([{ data: passingOn(refuser) }, { data: passingOn(passer) }])) as [Hex];
const relay = (await chain.append([{ data: passingOn(passer) }]))[0]!;
await chain.append([
  { to: relay, value: 7n },
  { to: hopeful, value: 11n },
  { data: mayfly(HEIR), value: 13n },
  { to: coin },
  { to: refuser, value: 17n },
  { to: chain.sender, value: 19n },
  { to: addressOf(4), value: 23n },
]);
await chain.append([]);
const hashOf = (at: number): Hex => `0x${Buffer.from(chain.blocks.at(at)!.block.hash()).toString('hex')}`;

interface Ingested {
  readonly database: TestDatabase;
  readonly node: RpcServer;
  readonly ingestion: TestIngestion;
}

async function ingest(
  manner: NodeManner,
  forkTimes: ReadonlyMap<string, number> = FORK_TIMES,
): Promise<Ingested> {
  const database = await createDatabase({ migrated: true });
  const node = await startAmsterdamNode(chain, manner);
  const ingestion = startIngestion({ rpcUrls: [node.url], databaseUrl: database.url, firstBlock, forkTimes });
  return { database, node, ingestion };
}

async function end({ database, node, ingestion }: Ingested): Promise<void> {
  await ingestion.stop();
  await node.stop();
  await database.drop();
}

/** Resolves with the first refusal of a block; refused answers about state do not count. */
async function refusal({ ingestion }: Ingested): Promise<string> {
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until; ) {
    const found = ingestion.refusals.find((reason) => reason.startsWith('block'));
    if (found) return found;
    await new Promise((later) => setTimeout(later, 20));
  }
  throw new Error('nothing was refused');
}

describe('blocks of Amsterdam that @ethereumjs/vm built', () => {
  let ingested: Ingested;

  beforeAll(async () => {
    ingested = await ingest({});
    await ingested.ingestion.reached(hashOf(-1));
  });

  afterAll(async () => {
    if (ingested) await end(ingested);
  });

  const rows = async (sql: string, values: unknown[] = []) =>
    (await ingested.ingestion.pool.query({ text: sql, values, rowMode: 'array' })).rows as unknown[][];

  it('are stored across the fork, and the log is whole', async () => {
    expect(ingested.ingestion.refusals.filter((reason) => reason.startsWith('block'))).toEqual([]);
    expect(await rows('SELECT count(*)::int FROM block')).toEqual([[chain.blocks.length]]);
    expect(await checkLog(ingested.ingestion.pool, () => undefined)).toEqual([]);
    expect(await checkProjections(ingested.ingestion.pool)).toEqual([]);
  });

  it('record every ether transfer between contracts', async () => {
    const moves = await rows(
      `SELECT '0x' || encode(from_address, 'hex'), '0x' || encode(to_address, 'hex'), value::int FROM internal_transfer
       WHERE NOT reverted ORDER BY block_number, tx_index, path`,
    );
    expect(moves).toEqual([
      [relay, passer, 7],
      [passer, RECEIVER, 7],
      [expect.any(String), HEIR, 13],
    ]);
  });

  it('make a token of the token contract, and not of the protocol address that logs ether', async () => {
    const { pool } = ingested.ingestion;
    const claims = await provenClaims(pool);
    expect(claims.get(coin)!.map(claimText)).toContain('asset:erc20');
    expect(claims.get(PROTOCOL)).toBeUndefined();
    expect(await rows("SELECT DISTINCT '0x' || encode(token, 'hex') FROM transfer")).toEqual([[coin]]);
    expect(await rows("SELECT DISTINCT '0x' || encode(token, 'hex') FROM token_holder")).toEqual([[coin]]);
    const logged = await rows('SELECT count(*)::int FROM log WHERE address = $1', [fromHex(PROTOCOL)]);
    expect(logged).toEqual([[8]]);
  });

  const exported = async (id: string) => {
    const nodes = new AccountProofs([]);
    return inTransaction(ingested.ingestion.pool, async (tx) => {
      const claim = await tx.query<{ block: number; proofHash: string }>(
        `SELECT start_block::int AS block, 'sha256:' || encode(proof_hash, 'hex') AS "proofHash" FROM proof_segment
         JOIN definition_number ON number = definition WHERE id = $2 AND subject = $1`,
        [fromHex(coin), id],
      );
      const exporter = await ProofExporter.open(tx, { firstBlock, isDemo: false }, nodes);
      return exporter.export({ id, subject: coin, ...claim.rows[0]! });
    }).finally(() => nodes.close());
  };

  it('prove claims in bundles that lead to their hashes', async () => {
    const { text, verification } = await exported('asset:erc20');
    const { bundle, supports } = verification;
    const logs = [...supports].filter(([ref]) => ref.startsWith('log:'));
    expect(logs.map(([, support]) => support)).toEqual(['merkle']);
    const hash = logs[0]![0].split(':')[2]!;
    const { slotNumber, blockAccessListHash } = decodeHeader(fromHex(bundle.blocks[hash]!.header));
    const built = chain.blocks.find(({ block }) => Buffer.from(block.hash()).equals(fromHex(hash)))!.block;
    expect(slotNumber).toBe(Number(built.header.slotNumber));
    expect(blockAccessListHash).toEqual(Buffer.from(built.header.blockAccessListHash!));
    expect(text).toContain(hash);
  });

  it('prove code by their access lists, without a node that proves state', async () => {
    const { text, verification } = await exported('address_nature:contract');
    expect([...verification.supports].map(([ref, support]) => `${ref.split(':')[0]} ${support}`)).toEqual([
      'code merkle',
    ]);
    expect(verification.attested.map(({ kind }) => kind)).toEqual(['registry', 'since']);
    const bundle = JSON.parse(text) as Bundle;
    const [hash, { accessList }] = Object.entries(bundle.blocks).find(([, block]) => block.accessList)!;
    for (let at = 2; at < accessList!.length; at += 211) {
      const digit = accessList![at] === '0' ? '1' : '0';
      const other = `${accessList!.slice(0, at)}${digit}${accessList!.slice(at + 1)}` as Hex;
      const blocks = { ...bundle.blocks, [hash]: { ...bundle.blocks[hash]!, accessList: other } };
      const found = await verifyBundle(writeBundle({ ...bundle, blocks }), published());
      expect(found.outcome).toBe('refuted');
    }
    const { accessList: _, ...bare } = bundle.blocks[hash]!;
    const without = { ...bundle, blocks: { ...bundle.blocks, [hash]: bare } };
    expect(await verifyBundle(writeBundle(without), published())).toMatchObject({
      outcome: 'refuted',
      level: 3,
    });
    const unread = Object.keys(bundle.blocks).find((one) => one !== hash);
    const elsewhere = {
      ...bundle.blocks,
      ...(unread && { [unread]: { ...bundle.blocks[unread]!, accessList: '0xc0' as Hex } }),
    };
    if (unread !== undefined)
      expect(await verifyBundle(writeBundle({ ...bundle, blocks: elsewhere }), published())).toMatchObject({
        reason: 'nothing rests on it',
      });
  });

  it('are stored alike from a node with other names and traces, and after a rebuild', async () => {
    const other = await ingest({ accessListName: 'balHash', tracesEther: false });
    try {
      await other.ingestion.reached(hashOf(-1));
      const expected = await storedTables(ingested.ingestion.pool);
      expect(await storedTables(other.ingestion.pool)).toEqual(expected);
      await other.ingestion.ingester.stop();
      const lease = await WriterLease.take(other.ingestion.pool, 5_000);
      try {
        const runner = new ProjectionRunner(other.ingestion.pool, lease);
        const kind = { firstBlock, isDemo: false, forkTimes: FORK_TIMES };
        for (const projector of allProjectors(kind)) await runner.rebuild(projector);
      } finally {
        lease.release();
      }
      expect(await storedTables(other.ingestion.pool)).toEqual(expected);
    } finally {
      await end(other);
    }
  });

  it('are refused while the fork has no time, and the refusal names the setting to add', async () => {
    const other = await ingest({}, new Map());
    try {
      expect(await refusal(other)).toMatch(
        /block 26000002: block 26000002 refused: unknown_fork .*FORK_TIMES=amsterdam=<Unix time .*1800000024/,
      );
    } finally {
      await end(other);
    }
  });

  const inner = (change: (call: CallTraceJson) => CallTraceJson) => (call: CallTraceJson) =>
    call.to === relay && call.calls ? { ...call, calls: call.calls.map(change) } : call;
  it.each<[string, NodeManner['lie'] & object]>([
    ['states another value', inner((call) => ({ ...call, value: '0x8' }))],
    ['leaves out a move', inner(({ calls: _, ...call }) => call)],
    ['names another recipient', inner((call) => ({ ...call, calls: [{ ...call.calls![0]!, to: HEIR }] }))],
    ['says that a call failed', inner((call) => ({ ...call, calls: [{ ...call.calls![0]!, error: 'x' }] }))],
  ])('are refused from a node whose trace %s', async (_, lie) => {
    const lying = await ingest({ lie, tracesEther: false });
    try {
      expect(await refusal(lying)).toContain('ether moved otherwise than its logs show');
    } finally {
      await end(lying);
    }
  });
});
