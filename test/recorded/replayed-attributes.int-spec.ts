import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { ChainWriter } from '../../src/ingestion/append/chain-writer.js';
import { createPool } from '../../src/platform/postgres/pool.js';
import { allProjectors } from '../../src/runtime/projection/projectors.js';
import { createDatabase, type TestDatabase } from '../fixture/database.js';
import { provenClaims } from '../fixture/proven-claims.js';
import { answerFromPrestate, recordedPrestate } from './prestate-reads.js';
import { recordedReceipts } from './recorded-receipts.js';
import { REFERENCE_DIRECTORY } from './reference-directory.js';
import { replayedChain } from './replayed-chain.js';
import { deployed, destroyed } from './state-comparison.js';
import { replayedBlocks } from './traced-transactions.js';

const data = REFERENCE_DIRECTORY ?? '';
const recorded = REFERENCE_DIRECTORY === undefined ? describe.skip : describe;

/** Blocks with recorded prestate of accounts. */
const WITH_PRESTATE = [17_073_191, 17_073_192];
/** Contracts that these blocks reach and that are older. */
const OLDER_CONTRACTS = 335;
/** Some code that is no delegation. */
const CODE = expect.stringMatching(/^0x(?!ef0100)[0-9a-f]{2,}$/);
/** A contract that TrueUSD had kept for the gas refund of its destruction. */
const GAS_CHILD = '0xb3b2dab0eb3dc7c740889fef87cee59df949ed4b';

recorded(
  'mainnet blocks with recorded frames and state changes (skipped where SHARED_DIR holds none)',
  () => {
    const transactions = REFERENCE_DIRECTORY === undefined ? [] : replayedBlocks().flat();
    const prestate = REFERENCE_DIRECTORY === undefined ? new Map() : recordedPrestate();
    let database: TestDatabase;
    let pool: Pool;
    let claims: Awaited<ReturnType<typeof provenClaims>>;

    beforeAll(async () => {
      database = await createDatabase({ migrated: true });
      pool = createPool(database.url);
      const writer = await ChainWriter.open(pool, { projectors: allProjectors() });
      try {
        for (const block of replayedChain(recordedReceipts(data))) await writer.append([block]);
        await answerFromPrestate(pool, writer, prestate);
      } finally {
        writer.close();
      }
      claims = await provenClaims(pool);
    });

    afterAll(async () => {
      await pool?.end();
      await database?.drop();
    });

    /** `subject object` of every claim of a definition, ascending. */
    const proven = (wanted: string): string[] =>
      [...claims.values()]
        .flat()
        .filter(({ id }) => id === wanted)
        .map(({ subject, object }) => (object === '' ? subject : `${subject} 0x${object}`))
        .sort();

    it('prove a contract wherever a transaction left code or the prestate has code, and nowhere else', () => {
      const left = transactions.flatMap(({ stateDiff }) => deployed(stateDiff!));
      expect(left).toHaveLength(61);
      const contracts = proven('address_nature:contract');
      expect(contracts).toEqual(expect.arrayContaining(left));
      const older = contracts.filter((address) => !left.includes(address));
      expect(older).toHaveLength(OLDER_CONTRACTS);
      for (const address of older) expect([address, prestate.get(address)?.code]).toEqual([address, CODE]);
      // Recordings do not show what else the older ones are, so this is not proven for them.
      expect(proven('derived:account_type:contract')).toEqual([...left].sort());
    });

    it('prove the creator of each, and the signer of its creation', () => {
      const lasting = new Set(proven('address_nature:contract'));
      const creations = transactions.flatMap(({ reported, frames }) =>
        reported.creations.map((creation) => [creation, `0x${frames[0]!.from.toString('hex')}`] as const),
      );
      const left = creations.filter(([creation]) => lasting.has(creation.slice(0, 42)));
      expect(proven('relation:created_by')).toEqual(left.map(([creation]) => creation).sort());
      expect(proven('relation:creation_origin')).toEqual(
        left.map(([creation, origin]) => `${creation.slice(0, 42)} ${origin}`).sort(),
      );
    });

    it('prove the end of the one contract that a transaction destroyed', () => {
      expect(transactions.flatMap(({ stateDiff }) => destroyed(stateDiff!))).toEqual([GAS_CHILD]);
      expect(proven('address_nature:selfdestructed')).toEqual([GAS_CHILD]);
    });

    it('prove plain accounts of signers that are recorded without code, and are undecided about others', () => {
      const signers = transactions
        .filter(({ blockNumber }) => WITH_PRESTATE.includes(blockNumber))
        .map(({ frames }) => `0x${frames[0]!.from.toString('hex')}`);
      // A signer in two blocks that are not consecutive is proven in each.
      expect(new Set(proven('address_nature:eoa'))).toEqual(new Set(signers));
    });
  },
);
