import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { type ExportedProof, ProofExporter } from '../../src/bundle/proof-exporter.js';
import { fromHex } from '../../src/domain/chain/codec/hex.js';
import type { Address } from '../../src/domain/chain/hex.js';
import { ChainWriter } from '../../src/ingestion/append/chain-writer.js';
import { verifyBlock } from '../../src/ingestion/verify/verify-block.js';
import { AccountProofs } from '../../src/node/execution/account-proofs.js';
import { createPool } from '../../src/platform/postgres/pool.js';
import { inTransaction } from '../../src/platform/postgres/transaction.js';
import { allProjectors } from '../../src/runtime/projection/projectors.js';
import { writeBundle } from '../../src/verifier/bundle/read-bundle.js';
import { verifyBundle } from '../../src/verifier/verify-bundle.js';
import { createDatabase, type TestDatabase } from '../fixture/database.js';
import { recordedContracts } from './contracts.js';
import { type RecordedBlock, wholeBlocks } from './recorded-block.js';
import { REFERENCE_DIRECTORY } from './reference-directory.js';

const recorded = REFERENCE_DIRECTORY === undefined ? describe.skip : describe;
const CHAIN = { firstBlock: 0, isDemo: false };

/** One claim of each definition that depends on evidence of a kind. */
const SEGMENTS = `
SELECT DISTINCT ON (id) id, '0x' || encode(subject, 'hex') AS subject, start_block::int AS block,
       'sha256:' || encode(proof_hash, 'hex') AS "proofHash"
FROM proof_segment JOIN definition_number ON number = definition
WHERE proof_text(proof_segment) LIKE $1 ORDER BY id, start_block DESC, subject`;

recorded('bundles of recorded mainnet blocks (skipped where SHARED_DIR holds none)', () => {
  const blocks = REFERENCE_DIRECTORY === undefined ? [] : wholeBlocks(REFERENCE_DIRECTORY).filter(isSigned);
  const hashes = new Map(blocks.map(({ block }) => [block.hash, Number(block.number)]));
  let database: TestDatabase;
  let pool: Pool;

  beforeAll(async () => {
    database = await createDatabase({ migrated: true });
    pool = createPool(database.url);
    const known = recordedContracts(REFERENCE_DIRECTORY!);
    const writer = await ChainWriter.open(pool, { projectors: allProjectors(CHAIN) });
    try {
      for (const { block, receipts } of blocks) {
        const verified = verifyBlock({ block, receipts } as never, { number: Number(block.number) });
        // No state diffs are recorded: contracts that log and have known code are assumed to be deployed in the block.
        const logging = new Set(
          receipts!.flatMap(({ logs }) => (logs as { address: string }[]).map(({ address }) => address)),
        );
        const made = known
          .filter(({ address }) => logging.has(address))
          .map(({ address, code }) => ({ address: fromHex(address), code, storage: [] }));
        const stateChanges = verified.transactions.map((_, at) => (at === 0 ? made : []));
        await writer.append([{ ...verified, stateChanges }]);
      }
    } finally {
      writer.close();
    }
  });

  afterAll(async () => {
    await pool?.end();
    await database?.drop();
  });

  /** One bundle for each definition that is proven by evidence of a kind. */
  const exported = (kind: string): Promise<ExportedProof[]> => {
    const nodes = new AccountProofs([]);
    return inTransaction(pool, async (tx) => {
      const { rows } = await tx.query<{ id: string; subject: Address; block: number; proofHash: string }>(
        SEGMENTS,
        [`%"${kind}:1:%`],
      );
      const exporter = await ProofExporter.open(tx, CHAIN, nodes);
      const all: ExportedProof[] = [];
      for (const row of rows) all.push(await exporter.export(row));
      return all;
    }).finally(() => nodes.close());
  };

  it('of a log include well-known tokens', async () => {
    const ids = (await exported('log')).map(
      ({ verification: { bundle } }) => bundle.proofs[bundle.proof]!.attributeId,
    );
    expect(ids).toEqual(expect.arrayContaining(['asset:erc20']));
  });

  it.each(['log', 'header', 'withdrawal'])(
    'of a %s lead to the hash of its block, and to no other',
    async (kind) => {
      const all = await exported(kind);
      expect(all.length).toBeGreaterThan(0);
      for (const { text, verification } of all) {
        const { bundle, supports } = verification;
        const refs = [...supports].filter(([ref]) => ref.startsWith(`${kind}:`));
        expect(refs.length).toBeGreaterThan(0);
        for (const [ref, support] of refs) {
          expect(support).toBe('merkle');
          expect(hashes.has(ref.split(':')[2]!)).toBe(true);
        }
        const hash = refs[0]![0].split(':')[2]!;
        const other = blocks.find(({ block }) => block.hash !== hash)!.block.hash;
        const moved = text.replaceAll(hash, other);
        expect((await verifyBundle(moved)).outcome).not.toBe('verified');
        const header = bundle.blocks[hash]!.header;
        const changed = writeBundle({
          ...bundle,
          blocks: {
            ...bundle.blocks,
            [hash]: {
              ...bundle.blocks[hash]!,
              header: `0x${header.slice(2, -1)}${header.endsWith('0') ? '1' : '0'}`,
            },
          },
        });
        expect(await verifyBundle(changed)).toMatchObject({
          ...{ outcome: 'refuted', level: 4, place: `block ${hash}` },
        });
      }
    },
  );
});

/** One recording lacks the signatures of its transactions. */
function isSigned({ block }: RecordedBlock): boolean {
  return Number(block.number) !== 21_925_176;
}
