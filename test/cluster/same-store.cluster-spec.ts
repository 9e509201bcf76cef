import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool, PoolClient } from 'pg';
import { ClaimHistoryReader } from '../../src/claims/claim-history.reader.js';
import { ClaimProofReader } from '../../src/claims/claim-proof.reader.js';
import { ClaimsAtBlockReader } from '../../src/claims/claims-at-block.reader.js';
import { ClaimsOfManyReader } from '../../src/claims/claims-of-many.reader.js';
import { ClaimsOfSetReader } from '../../src/claims/claims-of-set.reader.js';
import { DefinitionReader } from '../../src/claims/definition.reader.js';
import { type FoundProof, ProofReader } from '../../src/claims/proof.reader.js';
import { SubjectsReader } from '../../src/claims/subjects.reader.js';
import { checkProjections } from '../../src/cli/check/check-projections.js';
import { checkState } from '../../src/cli/check/check-state.js';
import { initialStatesNote } from '../../src/cli/text/initial-states-note.js';
import { readDefinitions } from '../../src/definition/read-definitions.js';
import { fromHex, toHex } from '../../src/domain/chain/codec/hex.js';
import type { Address } from '../../src/domain/chain/hex.js';
import { BATCH_BLOCKS } from '../../src/domain/interval/log-batch.js';
import { claimDigest } from '../../src/engine/store/claim-digest.js';
import { contradictedReads } from '../../src/engine/store/contradicted-results.js';
import { unwindEngine } from '../../src/engine/store/unwind-engine.js';
import { checkLog } from '../../src/event-store/check-log.js';
import { ProjectionRunner } from '../../src/event-store/projection-runner.js';
import { WriterLease } from '../../src/event-store/writer-lease.js';
import { readConfig } from '../../src/platform/config/config.js';
import { BinaryCopy } from '../../src/platform/postgres/binary-copy.js';
import { copyInto } from '../../src/platform/postgres/copy-into.js';
import {
  DISTRIBUTED_TABLES,
  TABLES_BY_COLUMN,
} from '../../src/platform/postgres/distributed/distributed-tables.js';
import { createPool } from '../../src/platform/postgres/pool.js';
import { inTransaction } from '../../src/platform/postgres/transaction.js';
import { keysAfter } from '../../src/projection/graph/changed-claims.js';
import { type ClaimsNow, claimsNow } from '../../src/projection/graph/claims-now.js';
import { readScope } from '../../src/projection/graph/graph-scope.js';
import { PostgresGraphStore } from '../../src/projection/graph/postgres-graph-store.js';
import { heldNames, NAME_CLAIMS } from '../../src/projection/name/held-names.js';
import { NamePass } from '../../src/projection/name/name-pass.js';
import { AddressTokenTransfersReader } from '../../src/projection/token/address-token-transfers.reader.js';
import { TokenTransfersReader } from '../../src/projection/token/token-transfers.reader.js';
import { TransactionTokenTransfersReader } from '../../src/projection/token/transaction-token-transfers.reader.js';
import { FailedFramesReader } from '../../src/records/frame/failed-frames.reader.js';
import { InternalTransfersReader } from '../../src/records/frame/internal-transfers.reader.js';
import { ContractEventsReader } from '../../src/records/log/contract-events.reader.js';
import { EvidenceReader } from '../../src/records/log/evidence.reader.js';
import { AddressTransactionsReader } from '../../src/records/transaction/address-transactions.reader.js';
import { BlockWithdrawalsReader } from '../../src/records/withdrawal/block-withdrawals.reader.js';
import { openDatabase } from '../../src/runtime/database/open-database.js';
import { nameRegistries } from '../../src/runtime/name/name-registries.js';
import { allProjectors, forkSchedule } from '../../src/runtime/projection/projectors.js';
import { readAccounts } from '../../src/state/history/account-history.js';
import { batchLeaves } from '../../src/transparency/claim-batch.js';
import { exportedProofs } from '../e2e/fixture/exported-proofs.js';
import { DemoDatabases } from '../fixture/demo-databases.js';
import { type CitusCluster, HAS_CITUS, startCitusCluster } from './citus-cluster.js';

const COPIED_ROWS = 50_000;
const BUNDLES = 40;
const PAGE_ROWS = 20;
/** Enough for a page of rows, too little for a table. */
const PAGE_RESULT = '64kB';
const PLACE_RESULT = '4kB';
/** Too little for the intermediate rows of a query. */
const NO_RESULT = '1kB';
const PAGE = `
  SELECT * FROM transaction WHERE hashbyteaextended(from_address, 0) = hashbyteaextended($1, 0) AND from_address = $1
  ORDER BY block_number DESC, tx_index DESC LIMIT 25`;

(HAS_CITUS ? describe : describe.skip)('the demo chain on a cluster', () => {
  let cluster: CitusCluster;
  let demo: DemoDatabases;
  let local: Pool;
  let pool: Pool;
  let close: () => Promise<void>;
  let clusterUrl: string;
  let fillSeconds: number;
  const projectors = () => allProjectors({ firstBlock: demo.chain.firstBlock, isDemo: true });

  beforeAll(async () => {
    cluster = await startCitusCluster();
    demo = await DemoDatabases.start();
    local = await demo.inOrder();
    clusterUrl = await cluster.database();
    const config = readConfig({ DATABASE_URL: clusterUrl, DISTRIBUTED: 'citus' });
    const opened = await openDatabase(config, 'apply');
    ({ pool } = opened);
    close = () => opened.close();
    fillSeconds = await seconds(() => demo.ingest(pool, projectors(), [demo.whole]));
  });
  afterAll(async () => {
    await close?.();
    await demo?.stop();
    await cluster?.stop();
  });

  /** Row count and hash of each distributed table. `proof_segment` also stores when claims were evaluated: their digest is compared instead. */
  const rowsOf = (
    db: Pool,
    tables: readonly string[] = DISTRIBUTED_TABLES.filter((table) => table !== 'proof_segment'),
  ): Promise<unknown[]> =>
    Promise.all(
      tables.map(async (table) => {
        const { rows } = await db.query(
          `SELECT count(*) AS count, sum(hashtextextended(row::text, 0)::numeric) AS hash FROM ${table} row`,
        );
        return { table, ...rows[0] };
      }),
    );

  const problemsOf = (db: Pool): Promise<readonly string[]> =>
    inTransaction(db, async (tx) => [
      ...(await checkLog(tx, () => undefined)),
      ...(await checkProjections(tx)),
      ...(await checkState(tx, forkSchedule(), () => undefined)),
    ]);

  it('lies on both nodes', async () => {
    const { rows } = await pool.query<{ port: number; bytes: number }>(
      'SELECT nodeport AS port, sum(shard_size) AS bytes FROM citus_shards GROUP BY 1 ORDER BY 1',
    );
    expect(rows.map(({ port }) => port)).toEqual(cluster.ports.slice(1));
  });

  it('has the rows and the digest that it has on one server', async () => {
    expect(await rowsOf(pool)).toEqual(await rowsOf(local));
    expect(await claimDigest(pool)).toEqual(await claimDigest(local));
  });

  it('passes check, which finds a row that a node lost', async () => {
    expect(await problemsOf(pool)).toEqual([]);
    await inTransaction(pool, async (tx) => {
      await tx.query(
        'DELETE FROM transaction WHERE block_number = (SELECT max(block_number) FROM transaction)',
      );
      expect((await checkProjections(tx)).length).toBeGreaterThan(0);
      throw new Error('rolled back');
    }).catch((error: Error) => expect(error.message).toBe('rolled back'));
  });

  it('is checked some blocks at a time, without bringing a table to the coordinator', async () => {
    const { catalog, bindings } = readDefinitions(true);
    const compared = async (db: Pool) => [
      ...(await checkProjections(db)),
      ...(await contradictedReads(db, catalog, bindings)),
    ];
    expect(await bringing(PAGE_RESULT, compared)).toEqual([]);
  });

  it('has the accounts that one server has', async () => {
    const { rows } = await local.query<{ address: Buffer; block: number }>(
      'SELECT from_address AS address, max(block_number) AS block FROM transaction GROUP BY 1 ORDER BY 1 LIMIT 20',
    );
    const asked = rows.map(({ address, block }) => ({ address: toHex(address), block }));
    const known = (db: Pool) => readAccounts(db, asked, 'all');
    expect(await known(pool)).toEqual(await known(local));
  });

  it('has the pages of an address that one server has, and asks each shard for no more than a page', async () => {
    const { rows } = await local.query<{ address: Buffer }>(
      `SELECT address FROM (SELECT from_address AS address FROM transaction UNION ALL SELECT to_address FROM transfer
           UNION ALL SELECT token FROM transfer UNION ALL SELECT to_address FROM internal_transfer) side
         WHERE address IS NOT NULL GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 12`,
    );
    const addresses = rows.map(({ address }) => toHex(address));
    const pages = async (db: Pool): Promise<unknown[]> => {
      const read: unknown[] = [];
      for (const [at, address] of addresses.entries()) {
        const counterparty = addresses[(at + 1) % addresses.length]!;
        const transactions = await new AddressTransactionsReader(db).ofAddress(address, undefined, PAGE_ROWS);
        const last = transactions.transactions.at(-1);
        read.push(
          transactions,
          await new AddressTransactionsReader(db).ofAddress(address, last, PAGE_ROWS),
          await new InternalTransfersReader(db).ofAddress(address, undefined, PAGE_ROWS),
          await new AddressTokenTransfersReader(db).ofAddress(address, undefined, PAGE_ROWS),
          last && (await new TransactionTokenTransfersReader(db).ofTransaction(last.hash, PAGE_ROWS)),
          await new AddressTokenTransfersReader(db).between(
            address,
            counterparty,
            demo.chain.firstBlock,
            undefined,
            PAGE_ROWS,
          ),
          await new ContractEventsReader(db)
            .ofContract(address, demo.chain.firstBlock, undefined, PAGE_ROWS)
            .catch((error: Error) => error.message),
          await new TokenTransfersReader(db)
            .ofToken(address, demo.chain.firstBlock, undefined, PAGE_ROWS)
            .catch((error: Error) => error.message),
        );
      }
      return read;
    };
    expect(await bringing(NO_RESULT, pages)).toEqual(await pages(local));
  });

  it('reports initial states as one server does', async () => {
    expect(await initialStatesNote(pool)).toBe(await initialStatesNote(local));
  });

  it('knows which addresses are active, as one server does', async () => {
    const { rows } = await local.query<{ address: Buffer }>(
      `SELECT DISTINCT address FROM (SELECT from_address AS address FROM transaction UNION ALL SELECT object FROM proof_segment
         UNION ALL SELECT subject FROM fact UNION ALL SELECT '\\x00') side
       WHERE address <> '' ORDER BY 1 LIMIT 30`,
    );
    const known = async (db: Pool): Promise<unknown[]> => {
      const read: unknown[] = [];
      for (const [at, { address }] of rows.entries()) {
        const other = rows[(at + 1) % rows.length]!.address;
        const found = await db.query(
          `SELECT EXISTS (SELECT FROM is_active($1)) AS active, EXISTS (SELECT FROM is_object($1)) AS object,
                  EXISTS (SELECT FROM moves_in($1, $2, 0, 1000000000)) AS moved,
                  ARRAY(SELECT token FROM unindexed_between($1, $2, 1000000000) ORDER BY 1) AS unindexed`,
          [address, other],
        );
        read.push(found.rows);
      }
      return read;
    };
    expect(await bringing(NO_RESULT, known)).toEqual(await known(local));
  });

  it('has the evidence and frames that one server has, without bringing a table to the coordinator', async () => {
    const { rows: logs } = await local.query<{ hash: Buffer; txIndex: number; logIndex: number }>(
      `SELECT block.hash, tx_index AS "txIndex", log_index_in_tx AS "logIndex"
         FROM log JOIN block ON block.number = log.block_number ORDER BY log.block_number, log_index LIMIT 10`,
    );
    const { rows: failed } = await local.query<{ hash: Buffer; block: number }>(
      `SELECT DISTINCT tx.hash, tx.block_number AS block
         FROM failed_frame JOIN transaction tx USING (block_number, tx_index) ORDER BY 2, 1 LIMIT 10`,
    );
    expect([logs.length, failed.length > 0]).toEqual([10, true]);
    const { firstBlock } = demo.chain;
    const places = async (db: Pool): Promise<unknown[]> => {
      const read: unknown[] = [];
      for (const { hash, ...place } of logs)
        read.push(await new EvidenceReader(db).at({ blockHash: toHex(hash), ...place }, firstBlock));
      for (const { hash, block } of failed)
        read.push(
          await new FailedFramesReader(db).ofTransaction(toHex(hash), firstBlock),
          await new BlockWithdrawalsReader(db).ofBlock(block, firstBlock),
        );
      return read;
    };
    expect(await bringing(PLACE_RESULT, places)).toEqual(await places(local));
  });

  /** Runs `read` with intermediate results limited to `most` each. */
  async function bringing<T>(most: string, read: (db: Pool) => Promise<T>): Promise<T> {
    const narrow = createPool(clusterUrl, { max: 1 });
    await narrow.query(`SET citus.max_intermediate_result_size = '${most}'`);
    try {
      return await read(narrow);
    } finally {
      await narrow.end();
    }
  }

  it('exports the same bundles as one server', async () => {
    const bundles = async (db: Pool) => (await exportedProofs(db, [], BUNDLES)).map(({ text }) => text);
    expect(await bundles(pool)).toEqual(await bundles(local));
  });

  it('costs as many times the time of one server as this prints', async () => {
    const onOne = await seconds(() => demo.ingested(projectors(), [demo.whole]));
    console.log(`a fill: ${(fillSeconds / onOne).toFixed(1)} times the time of one server`);
    const encoded = new BinaryCopy(5);
    for (let row = 0; row < COPIED_ROWS; row++)
      encoded.row().int8(row).int8(row).int8(row).bytea(Buffer.alloc(20, row)).numeric(BigInt(row));
    const rows = encoded.finish();
    const copy = (db: Pool) =>
      inTransaction(db, async (tx) => {
        await copyInto(tx, 'COPY withdrawal FROM STDIN BINARY', rows);
        throw new Error('rolled back');
      }).catch((error: Error) => expect(error.message).toBe('rolled back'));
    const { rows: accounts } = await local.query(
      'SELECT DISTINCT from_address AS address FROM transaction LIMIT 20',
    );
    const pages = async (db: Pool) => {
      for (const { address } of accounts) await db.query(PAGE, [address]);
    };
    const { rows: subjects } = await local.query<{ address: Buffer }>(
      `SELECT subject AS address FROM proof_segment GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 20`,
    );
    const claimed = subjects.map(({ address }) => toHex(address));
    const { firstBlock } = demo.chain;
    const attributes = async (db: Pool) => {
      for (const one of claimed) await new ClaimHistoryReader(db).attributesOf(one, PAGE_ROWS, firstBlock);
    };
    const atBlock = async (db: Pool) => {
      for (const one of claimed)
        await new ClaimsAtBlockReader(db).heldAt('attribute', one, demo.whole[1], firstBlock);
    };
    const relations = async (db: Pool) => {
      for (const one of claimed)
        await new ClaimHistoryReader(db).relationsOf(one, 'object', PAGE_ROWS, firstBlock);
    };
    const { rows: contracts } = await local.query<{ address: Buffer }>(
      'SELECT address FROM log GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 20',
    );
    const events = async (db: Pool) => {
      for (const { address } of contracts)
        await new ContractEventsReader(db).ofContract(toHex(address), firstBlock, undefined, PAGE_ROWS);
    };
    const { rows: written } = await local.query<{ address: Buffer; slot: Buffer }>(
      'SELECT address, slot FROM storage_change GROUP BY 1, 2 ORDER BY count(*) DESC, 1, 2 LIMIT 20',
    );
    const slots = async (db: Pool) => {
      for (const { address, slot } of written)
        await db.query('SELECT * FROM last_slot_value($1, $2, 0, $3)', [address, slot, demo.whole[1]]);
    };
    for (const [what, work] of [
      ['COPY', copy],
      ['the last value of a slot', slots],
      ['a page of an address', pages],
      ['events of a contract', events],
      ['attributes of an address', attributes],
      ['attributes at a block', atBlock],
      ['relations to an address', relations],
    ] as const) {
      for (const db of [local, pool]) await work(db);
      const [one, many] = [await seconds(() => work(local)), await seconds(() => work(pool))];
      const took = [one, many].map((spent) => `${(spent * 1000).toFixed(0)} ms`).join(' and ');
      console.log(`${what}: ${(many / one).toFixed(1)} times the time of one server (${took})`);
    }
  });

  it('has the same rows and claims after a rebuild of all projections', async () => {
    // Which facts are stored depends on the order of blocks, so only rows by block number are compared.
    const ofBlocks = () => rowsOf(pool, TABLES_BY_COLUMN.block_number);
    const [rows, claims] = [await ofBlocks(), await claimDigest(pool)];
    const lease = await WriterLease.take(pool, 1_000);
    try {
      for (const projector of projectors()) await new ProjectionRunner(pool, lease).rebuild(projector);
    } finally {
      lease.release();
    }
    expect(await ofBlocks()).toEqual(rows);
    expect(await claimDigest(pool)).toEqual(claims);
  });

  it('answers about claims as one server does, without bringing a table to the coordinator', async () => {
    const { rows } = await local.query<{ address: Buffer }>(
      `SELECT address FROM (SELECT subject AS address FROM proof_segment UNION ALL SELECT object FROM proof_segment WHERE object <> '') side
         GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 12`,
    );
    const addresses = rows.map(({ address }) => toHex(address));
    const { rows: proofs } = await local.query<{ id: string; object: Buffer; hash: string; block: number }>(
      `SELECT DISTINCT ON (id) id, object, 'sha256:' || encode(proof_hash, 'hex') AS hash, start_block AS block
         FROM proof_segment JOIN definition_number ON number = definition ORDER BY 1, 4`,
    );
    expect([addresses.length, proofs.length > 20]).toEqual([12, true]);
    const read = async (db: Pool): Promise<unknown[]> => [
      await ofAddresses(db, addresses, demo),
      await ofProofs(db, proofs, demo.chain.firstBlock),
      (await new DefinitionReader(db).all()).definitions,
    ];
    expect(await bringing(PAGE_RESULT, read)).toEqual(await read(local));
  });

  it('finds names and logs claims as one server does, without bringing a table to the coordinator', async () => {
    const registries = nameRegistries({ isDemo: true });
    const read = async (db: Pool): Promise<unknown[]> => {
      await new NamePass(db, registries).run();
      const { rows } = await db.query<{ digest: string }>('SELECT digest FROM definition_set WHERE current');
      const batch = Math.floor(demo.whole[1] / BATCH_BLOCKS) * BATCH_BLOCKS;
      const leaves = await inTransaction(db, (tx) => batchLeaves(tx, rows[0]!.digest, batch));
      expect(leaves.length).toBeGreaterThan(0);
      return [leaves, await rowsOf(db, ['named_subject', 'name_text'])];
    };
    expect(await bringing(PAGE_RESULT, read)).toEqual(await read(local));
  });

  it('answers as one server does for a subject with many relations and a claim that changes at every block', async () => {
    const spent: number[] = [];
    const read = (db: Pool) =>
      rolledBack(db, async (tx) => {
        const { firstBlock } = demo.chain;
        const [, lastBlock] = demo.whole;
        await tx.query(CHANGING, [fromHex(BUSY), firstBlock, lastBlock]);
        await tx.query(RELATED, [fromHex(BUSY), firstBlock, MANY_RELATIONS]);
        // Readers call nothing but `query`.
        const asked = tx as unknown as Pool;
        const started = performance.now();
        const found = {
          history: await new ClaimHistoryReader(asked).attributesOf(BUSY, PAGE_ROWS, firstBlock),
          held: await new ClaimsAtBlockReader(asked).heldAt('attribute', BUSY, lastBlock, firstBlock),
          names: await heldNames(asked, [fromHex(BUSY)]),
        };
        spent.push(performance.now() - started);
        return found;
      });
    const found = await read(local);
    expect(found.history.intervals).toHaveLength(PAGE_ROWS);
    expect(await read(pool)).toEqual(found);
    console.log(`one server took ${spent[0]!.toFixed(0)} ms, the cluster ${spent[1]!.toFixed(0)}`);
  });

  it('gives a graph the same claims as one server', async () => {
    expect(await graphed(pool)).toEqual(await graphed(local));
  });

  it('records the same claim events as one server when blocks are unwound', async () => {
    const [first, last] = demo.whole;
    const from = Math.floor((first + last) / 2);
    const events = await unwound(local, from);
    expect(events.length).toBeGreaterThan(100);
    expect(await unwound(pool, from)).toEqual(events);
  });
});

const BUSY: Address = `0x${'b5'.repeat(20)}`;
const MANY_RELATIONS = 5_000;

/** A claim that holds at every second block. */
const CHANGING = `
INSERT INTO proof_segment (definition_set, subject, definition, object, start_block, end_block, interval_start, reference_block, proof_hash, proof,
                           position, evaluated_at)
SELECT definition_set, $1, definition, '', block, block, block, block, sha256(int8send(block)), repeat('x', 400), block, 0
FROM served_definition CROSS JOIN generate_series($2::int8, $3::int8, 2) block WHERE id = 'token:pausable'`;

const RELATED = `
INSERT INTO proof_segment (definition_set, subject, definition, object, start_block, interval_start, reference_block, proof_hash, proof,
                           position, evaluated_at)
SELECT definition_set, $1, definition, substring(sha256(int8send(one)) FROM 1 FOR 20), $2, $2, $2, sha256(int8send(one)), repeat('x', 400), 1, 0
FROM served_definition CROSS JOIN generate_series(1, $3::int8) one WHERE id = 'relation:has_role_holder'`;

/** The result of `work`, whose writes are rolled back. */
async function rolledBack<T>(db: Pool, work: (tx: PoolClient) => Promise<T>): Promise<T> {
  const found: T[] = [];
  await inTransaction(db, async (tx) => {
    found.push(await work(tx));
    throw new Error('rolled back');
  }).catch((error: Error) => {
    if (error.message !== 'rolled back') throw error;
  });
  return found[0]!;
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1_000;
}

/** The claim events of an unwind from a block on, by position after the last event before it. The unwind is rolled back. */
function unwound(db: Pool, from: number): Promise<unknown[]> {
  return rolledBack(db, async (tx) => {
    const {
      rows: [before],
    } = await tx.query(
      `SELECT id AS set, (SELECT position FROM last_fact_event()) AS last FROM definition_set WHERE current`,
    );
    await unwindEngine(tx, before.set, [], from, 2 ** 31 - 1);
    const { rows } = await tx.query(
      `SELECT position - $1 AS place, kind, block_number, subject, definition, object, proof_hash
       FROM fact_events_between($1, 1000000000) ORDER BY position`,
      [before.last],
    );
    return rows;
  });
}

/** Everything that readers answer about the claims of addresses. */
async function ofAddresses(db: Pool, addresses: readonly Address[], { chain, whole }: DemoDatabases) {
  const { firstBlock } = chain;
  const [, lastBlock] = whole;
  const ids = ['asset:erc20', 'relation:token_deployer', ...NAME_CLAIMS];
  const limits = { claimLimit: PAGE_ROWS, firstBlock };
  const histories = new ClaimHistoryReader(db);
  const graph = new PostgresGraphStore(db);
  const read: unknown[] = [
    await heldNames(db, addresses.map(fromHex)),
    await graph.attributeIdsOf(addresses),
  ];
  for (const address of addresses) {
    read.push(await histories.attributesOf(address, PAGE_ROWS, firstBlock));
    read.push(await graph.attributesOf(address, '', PAGE_ROWS));
    for (const direction of ['subject', 'object'] as const)
      read.push(
        await histories.relationsOf(address, direction, PAGE_ROWS, firstBlock),
        await graph.relationsOf(address, direction, { id: '', counterpart: '0x' }, PAGE_ROWS),
      );
    for (const set of await new ClaimsOfSetReader(db).sets())
      read.push(set, await new ClaimsOfSetReader(db).segmentsOf(set.id, address));
  }
  for (const block of [firstBlock, Math.floor((firstBlock + lastBlock) / 2), lastBlock]) {
    read.push(await new ClaimsOfManyReader(db).held(addresses, ids, block, limits));
    for (const address of addresses)
      for (const kind of ['attribute', 'relation'] as const)
        read.push(await new ClaimsAtBlockReader(db).heldAt(kind, address, block, firstBlock));
  }
  return read;
}

/** Everything that readers answer about proofs and about the subjects of their claims. */
async function ofProofs(
  db: Pool,
  proofs: readonly { readonly id: string; readonly hash: string; readonly block: number }[],
  firstBlock: number,
) {
  const read: unknown[] = [];
  for (const { id, hash, block } of proofs)
    for (const at of [undefined, block]) {
      const start = { subject: '0x', object: '0x' } as const;
      const page = await new SubjectsReader(db).carrying(id, at, start, 3, firstBlock);
      read.push(page, withoutTime(await new ProofReader(db).byHash(hash, firstBlock)));
      for (const { subject, object } of page!.claims) {
        const kind = object === '0x' ? 'attribute' : 'relation';
        const claim = { kind, id, subject, object } as const;
        read.push(withoutTime(await new ClaimProofReader(db).ofClaim(claim, at, firstBlock)));
      }
      read.push(await new SubjectsReader(db).carrying(id, at, page!.claims[0] ?? start, 3, firstBlock));
    }
  return read;
}

/** Time and order of evaluation depend on when blocks came. */
function withoutTime({ coverageBlock, proof }: FoundProof): unknown {
  const { evaluatedAt: _, graphRevision: __, ...beside } = proof.beside;
  return { coverageBlock, fields: proof.fields, beside };
}

const sorted = <T>(rows: readonly T[]): T[] =>
  [...rows].sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));

/** The claims that a projection to Neo4j would write. */
function graphed(db: Pool): Promise<ClaimsNow> {
  return inTransaction(
    db,
    async (tx) => {
      const { rows } = await tx.query<{ id: number }>('SELECT id FROM definition_set WHERE current');
      const { scope } = await readScope(tx);
      const first = { hash: -(2 ** 31), subject: '0x', definition: 0, object: '0x' } as const;
      const keys = await keysAfter(tx, rows[0]!.id, first, scope.attribute.block ?? -1, 1_000);
      expect(keys.length).toBeGreaterThan(100);
      const { addresses, relations } = await claimsNow(tx, rows[0]!.id, keys, scope);
      return { addresses, relations: sorted(relations) };
    },
    { isolation: 'repeatable read' },
  );
}
