import { expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { fromHex } from '../../src/domain/chain/codec/hex.js';
import type { StateChange, VerifiedBlock } from '../../src/domain/chain/record/block.js';
import { claimDigest } from '../../src/engine/store/claim-digest.js';
import { ChainWriter } from '../../src/ingestion/append/chain-writer.js';
import { allProjectors } from '../../src/runtime/projection/projectors.js';
import { assembled } from '../builder/assembled.js';
import { verifiedBlock } from '../builder/verified-block.js';
import { addressNamed } from '../fixture/evaluated-chain.js';
import { openNewDatabase } from '../fixture/opened-database.js';
import { word } from './random-transaction.js';

const FIRST = 30_000_000;
const GAP = 4;
const MALLORY = addressNamed('mallory');
const CONTRACT = addressNamed('contract');
const GRANTED = fromHex('0x2f8788117e7eff1d82e926ec794901d17c78024a50270940304540a733656f0d');
/** Grants the role to whoever is asked about. */
const HAS_ROLE = assembled(
  '0 CALLDATALOAD 224 SHR 0x91d14854 EQ @has JUMPI STOP has: 1 0 MSTORE 32 0 RETURN',
);

/** The contract is created in the second block; an event names a role much later. */
function chain(): VerifiedBlock[] {
  const blocks: VerifiedBlock[] = [];
  const from = MALLORY;
  const created: StateChange = {
    ...{ address: CONTRACT, nonce: { before: 0, after: 1 }, code: HAS_ROLE, storage: [] },
  };
  const topics = [GRANTED, word(7n), word(1n << 64n), word(1n)];
  const log = { address: CONTRACT, topics, data: Buffer.alloc(0) };
  for (let at = 0; at < 2 * GAP; at++) {
    const logs = at === GAP + 2 ? [log] : [];
    const parent = blocks.at(-1)?.hash ?? Buffer.alloc(32);
    const block = verifiedBlock(FIRST + at, 'made', parent, [{ from, to: CONTRACT, logs }]);
    blocks.push({ ...block, stateChanges: [at === 1 ? [created] : []] });
  }
  return blocks;
}

/** Answers every read of code. */
async function answerCode(writer: ChainWriter, pool: Pool, blocks: readonly VerifiedBlock[]): Promise<void> {
  const { rows } = await pool.query<{ block: number }>(
    `SELECT DISTINCT block_number AS block FROM state_read_request WHERE subject = $1 AND what = 'code'`,
    [CONTRACT],
  );
  const read = { address: CONTRACT, what: 'code', outcome: 'answered', output: HAS_ROLE, isProven: true };
  for (const { block } of rows)
    await writer.record([
      { number: Number(block), hash: blocks[Number(block) - FIRST]!.hash, reads: [read as never] },
    ]);
}

it('claims are the same if a call is first tracked above a gap that is closed later', async () => {
  const blocks = chain();
  const digests: string[] = [];
  for (const ranges of [[blocks], [blocks.slice(GAP), blocks.slice(0, GAP)]]) {
    const database = await openNewDatabase();
    const projectors = allProjectors({ firstBlock: FIRST - 1, isDemo: false });
    const writer = await ChainWriter.open(database.pool, { projectors });
    for (const range of ranges) {
      await writer.append(range);
      await answerCode(writer, database.pool, blocks);
    }
    writer.close();
    const { rows } = await database.pool.query(
      'SELECT since_block, outcome FROM tracked_run WHERE data = $1',
      [Buffer.concat([fromHex('0x91d14854'), word(7n), word(1n << 64n)])],
    );
    expect(rows).toEqual([{ since_block: FIRST + 1, outcome: 'returned' }]);
    digests.push((await claimDigest(database.pool)).digest);
    await database.drop();
  }
  expect(digests[1]).toBe(digests[0]);
});
