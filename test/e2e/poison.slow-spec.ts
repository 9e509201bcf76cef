import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { checkProjections } from '../../src/cli/check/check-projections.js';
import { checkLog } from '../../src/event-store/check-log.js';
import { ProjectionRunner } from '../../src/event-store/projection-runner.js';
import { WriterLease } from '../../src/event-store/writer-lease.js';
import { allProjectors } from '../../src/runtime/projection/projectors.js';
import { bounded } from '../bounded.js';
import { createDatabase, type TestDatabase } from '../fixture/database.js';
import { startIngestion, type TestIngestion } from '../fixture/ingestion.js';
import { claimText, provenClaims } from '../fixture/proven-claims.js';
import { storedTables } from '../fixture/stored-tables.js';
import { signers } from '../simulation/key-ring.js';
import type { LogJson } from '../simulation/sim-block.js';
import { type Lacking, type SimulatedNode, startSimulatedNode } from '../simulation/simulated-node.js';
import { ask } from './fixture/ask.js';
import { startService, type TestService } from './fixture/service.js';
import { CODE } from './poison/code.js';
import { LIVES, OLD_LIVES, PHOENIX } from './poison/lives.js';
import { EMITTER, ETHER_LOGS, LOGS, PROTOCOL, SIGNATURES } from './poison/logs.js';
import { addressNamed } from './poison/play.js';
import { NAMED, PROVEN_OF_MADE } from './poison/proven.js';
import { NAMES, TEXTS, TOKEN } from './poison/texts.js';

const POISON = { ...TEXTS, ...LOGS, ...CODE, ...LIVES };

/** Methods about one address, each with the name of its list if it has pages. */
const OF_ADDRESS: readonly (readonly [path: string, list?: string])[] = [
  ['contracts/:/'],
  ['contracts/:/bytecode'],
  ['contracts/:/selectors'],
  ['contracts/:/events', 'events'],
  ['contracts/:/proxy'],
  ['addresses/:/'],
  ['addresses/:/transactions', 'transactions'],
  ['addresses/:/internal-transfers', 'transfers'],
  ['addresses/:/token-transfers', 'transfers'],
  ['addresses/:/attributes'],
  ['addresses/:/attributes/history'],
  ['addresses/:/relations'],
  ['addresses/:/relations/history'],
];

/** Rows of a page of what an address has; two addresses have thousands. */
const PAGE = bounded(100, 17);

/** Claims about signers, proposers, validators, contracts of all kinds, and entries of registries. */
const OF_MANY = new Set([
  'address_nature:contract',
  'address_nature:eoa',
  'derived:account_type:contract',
  'derived:account_type:eoa',
  'identity:listed_name',
  'relation:created_by',
  'relation:creation_origin',
  'risk:listed_scam',
  'risk:sanctioned_ofac',
  'role:deposit_contract',
  'role:fee_recipient',
  'role:mixer_pool',
  'role:validator_withdrawal_address',
]);

/** The largest code that a contract method shows. */
const LONGEST_CODE = 24_576;

/** Every stored row as text: comparing megabytes byte by byte takes minutes. */
const storedTexts = async (pool: Pool): Promise<string[]> =>
  Object.values(await storedTables(pool)).flatMap((rows) =>
    rows.map((row) =>
      Object.values(row)
        .map((value) => (Buffer.isBuffer(value) ? value.toString('hex') : String(value)))
        .join(' '),
    ),
  );

describe('a contract of many lives, before Cancun', () => {
  it('shows the last of them', async () => {
    const database = await createDatabase({ migrated: true });
    const node = await startSimulatedNode({ seed: 67, era: 'london' });
    for (const block of Object.values(OLD_LIVES)) await node.chain.play(block);
    const { firstBlock } = node.chain;
    const ingestion = startIngestion({ rpcUrls: [node.url], databaseUrl: database.url, firstBlock });
    try {
      await ingestion.reached(node.chain.head!.hash);
      const service = await startService({ pool: ingestion.pool, firstBlock });
      try {
        const get = async (path: string) =>
          (await ask(service.baseUrl, `/api/v1/chains/1/contracts/${PHOENIX}${path}`)).json.data;
        expect((await get('')).lifecycle).toMatchObject({ isAlive: false, codeChangeCount: 4 });
        expect((await get('/bytecode')).bytecode).toBe('0x6004');
      } finally {
        await service.close();
      }
    } finally {
      await ingestion.stop();
      await node.stop();
      await database.drop();
    }
  });
});

const GETH = { family: 'geth', without: [] };
const ERIGON = { family: 'erigon', without: ['debug'] as const };

describe.each<{ family: string; without: readonly Lacking[] }>(bounded([GETH], [GETH, ERIGON]))(
  'blocks full of poison, from a node with traces of $family',
  ({ without }) => {
    let database: TestDatabase;
    let node: SimulatedNode;
    let ingestion: TestIngestion;
    let service: TestService;

    beforeAll(async () => {
      database = await createDatabase({ migrated: true });
      node = await startSimulatedNode({ seed: 66, without });
      for (const block of Object.values(POISON)) await node.chain.play(block);
      const { firstBlock } = node.chain;
      ingestion = startIngestion({ rpcUrls: [node.url], databaseUrl: database.url, firstBlock });
      await ingestion.reached(node.chain.head!.hash);
      service = await startService({ pool: ingestion.pool, firstBlock, signatures: SIGNATURES });
    });

    afterAll(async () => {
      await service?.close();
      await ingestion?.stop();
      await node?.stop();
      await database?.drop();
    });

    async function answer(path: string) {
      const { status, json } = await ask(service.baseUrl, `/api/v1/chains/1/${path.replace(/\/$/, '')}`);
      if (status !== 200 && status !== 404) throw new Error(`${path}: ${status} ${JSON.stringify(json)}`);
      return json;
    }

    /** All rows of a list, page by page. */
    async function rowsOf(path: string, list: string, limit = 17) {
      const rows: Record<string, unknown>[] = [];
      for (let cursor = ''; ; ) {
        const { data } = await answer(`${path}?limit=${limit}${cursor && `&cursor=${cursor}`}`);
        rows.push(...(data?.[list] ?? []));
        if (data?.nextCursor === undefined) return rows;
        cursor = data.nextCursor;
      }
    }

    const transactions = () => node.chain.blocks.flatMap(({ json }) => json.transactions);

    function logsByEmitter(): Map<string, LogJson[]> {
      const logs = new Map<string, LogJson[]>();
      for (const log of node.chain.blocks.flatMap(({ receipts }) =>
        receipts.flatMap((receipt) => receipt.logs),
      ))
        logs.set(log.address, [...(logs.get(log.address) ?? []), log]);
      return logs;
    }

    /** The last code of every account that has or had some and was not destroyed. */
    function codes(): Map<string, string> {
      const last = new Map<string, string>();
      for (const { address, after } of node.chain.blocks.flatMap(({ runs }) =>
        runs.flatMap(({ diff }) => diff),
      ))
        if (after && after.code !== '0x') last.set(address, after.code);
        else if (last.has(address)) last.delete(address);
      return last;
    }

    /** Everything in the blocks that could be an address. */
    function addresses(): Set<string> {
      const found = new Set<string>();
      for (const block of node.chain.blocks) {
        for (const { from, to } of block.json.transactions)
          for (const one of [from, to]) if (one) found.add(one);
        for (const { diff, logs } of block.runs) {
          for (const { address } of diff) found.add(address);
          for (const { address, topics } of logs)
            for (const word of [address, ...topics]) found.add(`0x${word.slice(-40)}`);
        }
      }
      return found;
    }

    /** Flat traces leave out failed precompile calls, so a transaction may have no failed frames to serve. */
    async function failedFrames(hash: string): Promise<void> {
      const path = `transactions/${hash}/failed-frames`;
      if (!without.includes('debug')) return expect((await answer(path)).data.txHash).toBe(hash);
      const { status, json } = await ask(service.baseUrl, `/api/v1/chains/1/${path}`);
      expect(status).toBe(422);
      expect(json.error.details.reason).toBe('coverage_gap');
    }

    it('have an answer of every method for every address, transaction and block', async () => {
      for (const address of addresses()) {
        for (const [path, list] of OF_ADDRESS) {
          const target = path.replace(':', address);
          if (list) await rowsOf(target, list, PAGE);
          else await answer(target);
        }
      }
      for (const { hash } of transactions()) {
        expect((await answer(`transactions/${hash}`)).data.hash).toBe(hash);
        await failedFrames(hash);
      }
      for (const { number } of node.chain.blocks) {
        await answer(`blocks/${number}`);
        await rowsOf(`blocks/${number}/transactions`, 'transactions');
      }
      await answer('coverage');
    });

    it('have every log served byte by byte', async () => {
      for (const [emitter, logs] of logsByEmitter()) {
        const listed = await rowsOf(`contracts/${emitter}/events`, 'events', PAGE);
        const bytesOf = ({ topics, data }: Record<string, unknown>) => ({ topics, data });
        expect(listed.map(bytesOf).reverse()).toEqual(logs.map(bytesOf));
      }
    });

    it('have pages that end before they grow too large, and continue there', async () => {
      const { events, nextCursor } = (await answer(`contracts/${EMITTER}/events?limit=100`)).data;
      expect(events).toHaveLength(4);
      expect(nextCursor).toEqual(expect.any(String));
    });

    it('have text served as it is, and bytes that are no UTF-8 as U+FFFD', async () => {
      const listed = await rowsOf(`contracts/${TOKEN}/events`, 'events');
      const texts = listed.map(({ decoded }) => (decoded as { args: { value: string }[] }).args[0]!.value);
      expect(texts.reverse()).toEqual(Object.values(NAMES).map((name) => name.toString('utf8')));
    });

    it('have all call data and all code served byte by byte', async () => {
      for (const { hash, input } of transactions())
        expect((await answer(`transactions/${hash}`)).data.input).toBe(input);
      expect(codes().size).toBeGreaterThan(25);
      for (const [address, code] of codes()) {
        const { bytecode, bytecodeSize } = (await answer(`contracts/${address}/bytecode`)).data;
        expect(bytecodeSize).toBe((code.length - 2) / 2);
        expect(bytecode).toBe(bytecodeSize > LONGEST_CODE ? '0x' : code);
      }
    });

    it('have their true claims proven, and none that they only pretend', async () => {
      const proven = [...(await provenClaims(ingestion.pool))].flatMap(([address, claims]) => {
        const reported = claims.filter(({ id }) => !OF_MANY.has(id));
        return reported.length === 0 ? [] : [`${address}: ${reported.map(claimText).join(', ')}`];
      });
      const names = new Map([
        ...NAMED.map((name) => [addressNamed(name), name] as const),
        ...signers(8).map(({ address }, key) => [address, `key ${key}`] as const),
      ]);
      const text = proven.join('\n').replace(/0x[0-9a-f]{40}/g, (address) => names.get(address) ?? address);
      expect(text).toBe(PROVEN_OF_MADE.trim());
    });

    it('have the last of many lives shown', async () => {
      const { lifecycle } = (await answer(`contracts/${PHOENIX}`)).data;
      expect(lifecycle).toMatchObject({ isAlive: false, codeChangeCount: 4 });
      expect((await answer(`contracts/${PHOENIX}/bytecode`)).data.bytecode).toBe('0x6004');
    });

    it('have their ether logs stored, without making the protocol that wrote them a token', async () => {
      const [transfers] = Object.values(ETHER_LOGS);
      await node.chain.play(transfers!);
      const block = node.chain.head!;
      await ingestion.reached(block.hash);
      expect(ingestion.refusals).toEqual([]);
      const { to } = block.json.transactions[0]!;
      expect(await rowsOf(`addresses/${to}/token-transfers`, 'transfers')).toEqual([]);
      expect((await answer(`tokens/${PROTOCOL}`)).data).toBeUndefined();
      expect(await rowsOf(`contracts/${PROTOCOL}/events`, 'events')).toHaveLength(1);
    });

    it('are stored so that the log is whole, the rows agree, and a rebuild gives the same rows', async () => {
      const { pool } = ingestion;
      expect(await checkLog(pool, () => undefined)).toEqual([]);
      expect(await checkProjections(pool)).toEqual([]);
      await ingestion.ingester.stop();
      const before = await storedTexts(pool);
      const lease = await WriterLease.take(pool, 5_000);
      try {
        const runner = new ProjectionRunner(pool, lease);
        for (const projector of allProjectors()) await runner.rebuild(projector);
      } finally {
        lease.release();
      }
      expect(await storedTexts(pool)).toEqual(before);
    });
  },
);
