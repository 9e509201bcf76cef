import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Pool, PoolClient } from 'pg';
import { fromHex, toHex } from '../../src/domain/chain/codec/hex.js';
import type { StateChange, VerifiedBlock } from '../../src/domain/chain/record/block.js';
import { ChainWriter } from '../../src/ingestion/append/chain-writer.js';
import { createPool } from '../../src/platform/postgres/pool.js';
import { BALANCE_LAYOUTS, slotOfHolder } from '../../src/projection/balance/balance-layout.js';
import { HoldingsReader } from '../../src/projection/balance/holdings.reader.js';
import { allProjectors } from '../../src/runtime/projection/projectors.js';
import { eventLog, TRANSFER, word } from '../builder/token-log.js';
import { verifiedBlock } from '../builder/verified-block.js';
import { createDatabase, type TestDatabase } from '../fixture/database.js';
import { newViews } from '../fixture/new-views.js';

const TOKENS = 2_000;
const PROJECTORS = ['block', 'transaction', 'log', 'token', 'contract', 'coverage'];
const OF_STATE = ['native_balance', 'balance', 'storage'];
const ARTIFACT = 'node_modules/@openzeppelin/contracts/build/contracts/ERC20PresetFixedSupply.json';
const { deployedBytecode } = JSON.parse(readFileSync(ARTIFACT, 'utf8')) as { deployedBytecode: string };

const holder = Buffer.alloc(20, 0xaa);
const tokenAt = (at: number) => Buffer.from((at + 0x10_0000).toString(16).padStart(40, '5'), 'hex');
const tokens = Array.from({ length: TOKENS }, (_, at) => tokenAt(at));
const slot = slotOfHolder(BALANCE_LAYOUTS[0]!, holder);

let database: TestDatabase;
let pool: Pool;

/** Contracts of one code each, then a block that gives the holder some of every token, and one that moves a few. */
function chain(): VerifiedBlock[] {
  // Ends in bytes that are never run, so that each code is another.
  const allocation = tokens.map((address, at): StateChange => {
    const code = Buffer.concat([fromHex(deployedBytecode), word(at)]);
    return { address, nonce: { before: 0, after: 1 }, code, storage: [] };
  });
  const genesis = { ...verifiedBlock(0, 'many', Buffer.alloc(32), []), allocation };
  const given = moving(1, genesis.hash, tokens, (at) => [0, at + 1]);
  return [genesis, given, moving(2, given.hash, tokens.slice(0, 5), (at) => [at + 1, 7])];
}

function moving(
  number: number,
  parentHash: Buffer,
  moved: readonly Buffer[],
  amounts: (at: number) => readonly [number, number],
): VerifiedBlock {
  const logs = moved.map((token, at) => eventLog(token, TRANSFER, [0n, holder], [amounts(at)[1]]));
  const block = verifiedBlock(number, 'many', parentHash, [{ from: holder, to: tokens[0]!, logs }]);
  const changes = moved.map((address, at): StateChange => {
    const [before, after] = amounts(at).map((amount) => word(amount)) as [Buffer, Buffer];
    return { address, storage: [{ slot, before, after }] };
  });
  return { ...block, stateChanges: [changes] };
}

beforeAll(async () => {
  database = await createDatabase({ migrated: true });
  pool = createPool(database.url);
  const names = [...PROJECTORS, ...OF_STATE];
  const projectors = allProjectors().filter(({ name }) => names.includes(name));
  const writer = await ChainWriter.open(pool, { projectors });
  try {
    await writer.append(chain());
  } finally {
    writer.close();
  }
  await pool.query('ANALYZE');
}, 120_000);
afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

it(`executes ${TOKENS} tokens of a holder together, and again from memory`, async () => {
  let statements = 0;
  const watched = new WeakSet<PoolClient>();
  const counted = new Proxy(pool, {
    get: (target, property) => {
      if (property !== 'connect') return Reflect.get(target, property);
      return async () => {
        const client = await target.connect();
        if (watched.has(client)) return client;
        watched.add(client);
        const query = client.query.bind(client);
        client.query = ((...args: Parameters<typeof query>) => {
          statements++;
          return query(...args);
        }) as typeof client.query;
        return client;
      };
    },
  });
  const reader = new HoldingsReader(counted, newViews());
  const spent: Record<string, string> = {};
  const holdings = async (name: string, block: number) => {
    const [started, before, cpu] = [performance.now(), statements, process.cpuUsage()];
    const found = await reader.holdings(toHex(holder), 0, 2 * TOKENS, block);
    const { user, system } = process.cpuUsage(cpu);
    const [ms, cpuMs] = [performance.now() - started, (user + system) / 1_000].map(Math.round);
    spent[name] = `${ms} ms, ${cpuMs} ms of CPU, ${statements - before} statements`;
    return found.tokens.map(({ balance }) => Number(balance));
  };
  const given = Array.from({ length: TOKENS }, (_, at) => at + 1);
  expect(await holdings('first time', 1)).toEqual(given);
  expect(statements).toBeLessThan(20);
  expect(await holdings('same block', 1)).toEqual(given);
  const cold = statements;
  const moved = given.map((amount, at) => (at < 5 ? 7 : amount));
  expect(await holdings('next block', 2)).toEqual(moved);
  expect(await holdings('next block again', 2)).toEqual(moved);
  expect(statements - cold).toBeLessThan(20);
  process.stdout.write(`${TOKENS} tokens: ${JSON.stringify(spent, null, 2)}\n`);
}, 120_000);
