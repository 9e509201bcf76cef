import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { getContractAddress, type Hex } from 'viem';
import type { Hash } from '../../src/domain/chain/hex.js';
import { TransactionFramesReader } from '../../src/records/frame/transaction-frames.reader.js';
import { bounded } from '../bounded.js';
import { assembled } from '../builder/assembled.js';
import { DemoDatabases } from '../fixture/demo-databases.js';
import { DeceivingChain } from './deceiving-chain.js';

/** More than a 16-bit index can count, at some 10 million gas. */
const CALLS = 66_000;
const GAS = 16_000_000n;
const NOBODY = `0x${'e0'.repeat(20)}`;
/** Creation code of a contract whose code is STOP. */
const STOPS = Buffer.from('60015ff3', 'hex');

/** Calls an unused address CALLS times, then creates a contract. */
const RUNTIME = assembled(
  `${CALLS} loop: 0 0 0 0 0 ${NOBODY} GAS CALL POP 1 SWAP1 SUB DUP1 @loop JUMPI
   0x${STOPS.toString('hex')} 0 MSTORE ${STOPS.length} ${32 - STOPS.length} 0 CREATE`,
);
const COPY_BYTES = 16;

const CLAIM = `
SELECT proof_text(proof_segment) AS proof
FROM definition_set JOIN proof_segment ON definition_set = definition_set.id JOIN definition_number number ON number.number = definition
WHERE current AND number.id = 'relation:created_by' AND subject = $1`;

let demo: DemoDatabases;
let pool: Pool;
let caller: Hex;
let block: number;

const world = bounded(describe.skip, describe);

world('more calls of one contract than two bytes count', () => {
  beforeAll(async () => {
    demo = await DemoDatabases.startOwn([]);
    const chain = new DeceivingChain(demo.chain.url);
    const copy = assembled(`${RUNTIME.length} DUP1 ${COPY_BYTES} 0 CODECOPY 0 RETURN`);
    const creation = Buffer.concat([copy, Buffer.alloc(COPY_BYTES - copy.length), RUNTIME]);
    [caller] = (await chain.create([`0x${creation.toString('hex')}`])) as [Hex];
    block = await chain.block([{ to: caller, data: '0x' }], GAS);
    pool = await demo.ingested(demo.everyProjector(), [[demo.chain.firstBlock, block]]);
  });
  afterAll(() => demo?.stop());

  it('are stored in order, and a proof names the last frame, which creates a contract', async () => {
    const { rows } = await pool.query<{ hash: Hash }>(
      `SELECT '0x' || encode(hash, 'hex') AS hash FROM transaction WHERE block_number = $1`,
      [block],
    );
    const reader = new TransactionFramesReader(pool);
    const { frames, frameCount } = await reader.ofTransaction(
      rows[0]!.hash,
      demo.chain.firstBlock,
      CALLS + 2,
    );
    expect(frameCount).toBe(CALLS + 2);
    const paths = frames!.map(({ path }) => path);
    expect([...new Set(paths)].sort()).toEqual(paths);
    expect(paths.slice(-3)).toEqual(['0x0000ffff01cf', '0x0000ffff01d0', '0x0000ffff01d1']);

    const child = getContractAddress({ from: caller, nonce: 1n });
    const claims = await pool.query<{ proof: string }>(CLAIM, [Buffer.from(child.slice(2), 'hex')]);
    expect(claims.rows.map(({ proof }) => proof)).toEqual([expect.stringContaining(':0:0000ffff01d1')]);
  });
});
