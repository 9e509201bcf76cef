import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { fromHex, toHex } from '../../src/domain/chain/codec/hex.js';
import type { Log, StateChange, VerifiedBlock } from '../../src/domain/chain/record/block.js';
import { ChainWriter } from '../../src/ingestion/append/chain-writer.js';
import { createPool } from '../../src/platform/postgres/pool.js';
import { allProjectors } from '../../src/runtime/projection/projectors.js';
import { bounded } from '../bounded.js';
import { assembled } from '../builder/assembled.js';
import { verifiedBlock } from '../builder/verified-block.js';
import { createDatabase, type TestDatabase } from '../fixture/database.js';
import { account, addressNamed } from '../fixture/evaluated-chain.js';
import { word } from './random-transaction.js';

/** Roles that events grant, at some 2,000 gas each. */
const ROLES = bounded(500, 30_000);
/** Roles of one contract, few enough that all of them are tracked. */
const ROLES_OF_ONE = bounded(250, 10_000);
const CONTRACTS = Array.from({ length: ROLES / ROLES_OF_ONE }, (_, at) => addressNamed(`contract ${at}`));
const FIRST = 30_000_000;
const WRITES = 4;
const MALLORY = addressNamed('mallory');
const GRANTED = fromHex('0x2f8788117e7eff1d82e926ec794901d17c78024a50270940304540a733656f0d');
/** The contract with the slot. */
const SHARED = addressNamed('shared');
const SHARES = assembled('0 SLOAD 0 MSTORE 32 0 RETURN');
/** Everybody or nobody has the role, as the slot says. */
const HAS_ROLE = hasRole('');
/** Everybody has the role, whatever the slot says. */
const HAS_ANY_ROLE = hasRole('1 0 MSTORE');

function hasRole(afterwards: string): Buffer {
  const ask = `32 0 0 0 ${toHex(SHARED)} GAS STATICCALL POP ${afterwards}`;
  return assembled(`0 CALLDATALOAD 224 SHR 0x91d14854 EQ @has JUMPI STOP has: ${ask} 32 0 RETURN`);
}

const written = (before: bigint, after: bigint): StateChange['storage'] => [
  { slot: word(0n), before: word(before), after: word(after) },
];
const grant = (at: number): Log => ({
  address: CONTRACTS[at % CONTRACTS.length]!,
  topics: [GRANTED, word(7n), word(BigInt(at + 1) << 64n), word(1n)],
  data: Buffer.alloc(0),
});

/** The contracts, their events, and blocks that write the slot, at some 26,000 gas each. */
function chain(code: Buffer): VerifiedBlock[] {
  const allocation = [
    account(SHARED, `0x${SHARES.toString('hex')}`, written(0n, 1n)),
    ...CONTRACTS.map((contract) => account(contract, `0x${code.toString('hex')}`, [])),
  ];
  const blocks: VerifiedBlock[] = [{ ...verifiedBlock(FIRST, 'made', Buffer.alloc(32), []), allocation }];
  const logs = Array.from({ length: ROLES }, (_, at) => grant(at));
  const from = MALLORY;
  blocks.push(verifiedBlock(FIRST + 1, 'made', blocks[0]!.hash, [{ from, to: SHARED, logs }]));
  for (let at = 0; at < WRITES; at++) {
    const block = verifiedBlock(FIRST + 2 + at, 'made', blocks.at(-1)!.hash, [{ from, to: SHARED }]);
    const storage = at % 2 === 0 ? written(1n, 0n) : written(0n, 1n);
    blocks.push({ ...block, stateChanges: [[{ address: SHARED, storage }]] });
  }
  return blocks;
}

describe('a slot that very many tracked calls read', () => {
  let database: TestDatabase;
  let pool: Pool;
  beforeEach(async () => {
    database = await createDatabase({ migrated: true });
    pool = createPool(database.url);
  });
  afterEach(async () => {
    await pool.end();
    await database.drop();
  });

  const count = async (text: string, ...values: unknown[]): Promise<number> =>
    (await pool.query<{ count: string }>(`SELECT count(*) ${text}`, values)).rows.map((row) =>
      Number(row.count),
    )[0]!;

  it.each([
    ['', HAS_ROLE, ROLES],
    [', though no result depends on it', HAS_ANY_ROLE, 0],
  ])(
    'has each of them executed again in each block that writes it, without a limit%s',
    async (_, code, changed) => {
      const projectors = allProjectors({ firstBlock: FIRST, isDemo: false });
      const writer = await ChainWriter.open(pool, { projectors });
      const seconds: string[] = [];
      for (const block of chain(code)) {
        const began = performance.now();
        await writer.append([block]);
        seconds.push(((performance.now() - began) / 1_000).toFixed(2));
        const { number } = block.header;
        if (number < FIRST + 2) continue;
        expect(await count('FROM tracked_run WHERE since_block = $1', number)).toBe(ROLES);
        const ofRoles = `FROM proof_segment JOIN definition_number ON number = definition
        WHERE id = 'relation:has_role_holder' AND (start_block = $1 OR end_block = $1 - 1)`;
        expect(await count(ofRoles, number)).toBe(changed);
      }
      writer.close();
      console.log(`${ROLES} roles, seconds of a block: ${seconds.join(' ')}`);
    },
  );
});
