import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ownArtifact } from '../../src/demo/stage/own-artifact.js';
import type { Contract } from '../../src/demo/stage/stage.js';
import { fromHex } from '../../src/domain/chain/codec/hex.js';
import { ProjectionRunner } from '../../src/event-store/projection-runner.js';
import { WriterLease } from '../../src/event-store/writer-lease.js';
import { NamePass } from '../../src/projection/name/name-pass.js';
import { nameRegistries } from '../../src/runtime/name/name-registries.js';
import { allProjectors } from '../../src/runtime/projection/projectors.js';
import { ask } from '../e2e/fixture/ask.js';
import { startService, type TestService } from '../e2e/fixture/service.js';
import { createDatabase, type TestDatabase } from '../fixture/database.js';
import { startIngestion, type TestIngestion } from '../fixture/ingestion.js';
import { provenClaims } from '../fixture/proven-claims.js';
import { type StagedChain, startStagedChain } from '../fixture/staged-chain.js';
import { PATIENCE_MS } from '../patience.js';

const IMPLEMENTATION = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc';

describe('a token that changes its name after its first transfer', () => {
  let chain: StagedChain;
  let database: TestDatabase;
  let ingestion: TestIngestion;
  let service: TestService;
  let tokens: Readonly<Record<'renamed' | 'masked' | 'upgraded' | 'honest', Contract>>;
  let beforeAnything: unknown;
  const names = nameRegistries({ isDemo: false });

  beforeAll(async () => {
    chain = await startStagedChain();
    const { stage } = chain;
    const [mallory, alice] = stage.cast('mallory', 'alice');
    const token = (name: string) =>
      stage.deploy(mallory, name, ownArtifact('RenamingToken'), [`${name} coin`, 'FINE']);
    const plain = stage.deploy(mallory, 'plain', ownArtifact('RenamingToken'), ['', '']);
    const proxy = stage.deploy(mallory, 'upgraded', ownArtifact('SlotProxy'), [
      IMPLEMENTATION,
      plain.address,
    ]);
    tokens = {
      renamed: token('renamed'),
      masked: token('masked'),
      upgraded: { ...proxy, abi: [...plain.abi, ...proxy.abi] },
      honest: token('honest'),
    };
    stage.block();
    for (const one of Object.values(tokens)) stage.call(mallory, one, 'mint', [alice.address, 100n]);
    stage.block();
    database = await createDatabase({ migrated: true });
    const { url, firstBlock } = chain;
    const head = await chain.play();
    ingestion = startIngestion({
      ...{ rpcUrls: [url], databaseUrl: database.url, firstBlock, genesis: firstBlock },
    });
    await ingestion.reached(head);
    await answered();
    service = await startService({ pool: ingestion.pool, names, firstBlock });
  });

  afterAll(async () => {
    await service?.close();
    await ingestion?.stop();
    await chain?.stop();
    await database?.drop();
  });

  /** Waits until no state read is open. */
  async function answered(): Promise<void> {
    for (const until = Date.now() + PATIENCE_MS; Date.now() < until; await setTimeout(50)) {
      const { rowCount } = await ingestion.pool.query('SELECT FROM state_read_request LIMIT 1');
      if (rowCount === 0) return;
    }
    throw new Error('questions stay open');
  }

  async function goOn(): Promise<void> {
    await ingestion.reached(await chain.play());
    await answered();
  }

  const addressOf = (which: keyof typeof tokens) => tokens[which].address.toLowerCase();
  const declared = async (which: keyof typeof tokens) => {
    const { rows } = await ingestion.pool.query(
      "SELECT convert_from(symbol, 'UTF8') AS symbol, convert_from(name, 'UTF8') AS name FROM token_metadata WHERE token = $1",
      [fromHex(addressOf(which))],
    );
    return rows[0];
  };
  const flags = async (which: keyof typeof tokens) => {
    const claims = (await provenClaims(ingestion.pool)).get(addressOf(which)) ?? [];
    return claims.filter(({ id }) => id === 'risk:impersonates_asset').map(({ value }) => value);
  };
  /** Candidates of a text are cached for minutes, so each text is asked once. */
  const resolved = async (text: string) => {
    await new NamePass(ingestion.pool, names).run();
    const { json } = await ask(service.baseUrl, `/api/v1/chains/1/resolve?q=${text}&limit=20`);
    const matches = json.data.matches as { address: string; impersonates?: string }[];
    return new Map(matches.map(({ address, impersonates }) => [address, impersonates]));
  };
  const askedOf = async (which: keyof typeof tokens) => {
    const { rows } = await ingestion.pool.query(
      'SELECT block_number::int AS block FROM token_declaration WHERE token = $1 ORDER BY 1',
      [fromHex(addressOf(which))],
    );
    return rows.map(({ block }) => block - chain.firstBlock);
  };
  /** Names with their first and last blocks, newest first. */
  const namesOf = async (which: keyof typeof tokens) => {
    const { json } = await ask(service.baseUrl, `/api/v1/chains/1/tokens/${addressOf(which)}/declarations`);
    const declarations = json.data.declarations as {
      field: string;
      text?: string;
      startBlock: number;
      endBlock?: number;
    }[];
    return declarations
      .filter(({ field, text }) => field === 'name' && text !== undefined)
      .map(({ text, startBlock, endBlock }) => [
        text,
        startBlock - chain.firstBlock,
        endBlock && endBlock - chain.firstBlock,
      ]);
  };
  const FINE = (name: string) => ({ symbol: 'FINE', name: `${name} coin` });
  const USDC = { symbol: 'USDC', name: 'USD Coin' };

  it('is known by its old name until then', async () => {
    for (const which of ['renamed', 'masked', 'honest'] as const) {
      expect(await declared(which)).toEqual(FINE(which));
      expect(await flags(which)).toEqual([]);
    }
    const [renamed, masked] = [addressOf('renamed'), addressOf('masked')];
    const found = await resolved('FINE');
    expect([found.get(renamed), found.has(renamed), found.has(masked)]).toEqual([undefined, true, true]);
    beforeAnything = await chain.rpc.call('evm_snapshot');
  });

  it('is known by its new name and flagged, by a setter, by a mask and by another implementation', async () => {
    const { stage } = chain;
    const [mallory, alice, bob] = stage.cast('mallory', 'alice', 'bob');
    stage.call(mallory, tokens.renamed, 'rename', ['USD Coin', 'USDC']);
    stage.call(mallory, tokens.masked, 'setMask', [true]);
    stage.call(alice, tokens.honest, 'transfer', [bob.address, 1n]);
    stage.call(alice, tokens.honest, 'approve', [bob.address, 1n]);
    const masked = stage.deploy(mallory, 'disguise', ownArtifact('DollarToken'), ['', '']);
    stage.call(mallory, tokens.upgraded, 'pointTo', [masked.address]);
    stage.block();
    await goOn();
    for (const which of ['renamed', 'masked'] as const) {
      expect(await declared(which)).toEqual(USDC);
      expect(await flags(which)).toEqual(['USDC']);
      expect(await askedOf(which)).toEqual([2, 3]);
    }
    const found = await resolved('USDC');
    expect([found.get(addressOf('renamed')), found.get(addressOf('masked'))]).toEqual(['USDC', 'USDC']);
    expect(await askedOf('upgraded')).toEqual([2, 3]);
    expect(await declared('honest')).toEqual(FINE('honest'));
    expect(await askedOf('honest')).toEqual([2]);
    expect(await namesOf('renamed')).toEqual([
      ['USD Coin', 3, undefined],
      ['renamed coin', 1, 2],
    ]);
    expect(await namesOf('masked')).toEqual([
      ['USD Coin', 3, undefined],
      ['masked coin', 1, 2],
    ]);
    expect(await namesOf('honest')).toEqual([['honest coin', 1, undefined]]);
    const symbolOfBalance = async (query: string) => {
      const path = `/api/v1/chains/1/addresses/${alice.address.toLowerCase()}/balances/${addressOf('renamed')}`;
      return (await ask(service.baseUrl, path + query)).json.data.symbol;
    };
    expect(await symbolOfBalance('')).toBe('USDC');
    expect(await symbolOfBalance(`?block=${chain.firstBlock + 3}`)).toBe('USDC');
    expect(await symbolOfBalance(`?block=${chain.firstBlock + 2}`)).toBe('FINE');
  });

  it('has its old name again, and no flag, once its block is orphaned', async () => {
    await chain.rpc.call('evm_revert', beforeAnything);
    for (let mined = 0; mined < 3; mined++) {
      await chain.rpc.call('evm_increaseTime', 12);
      await chain.rpc.call('evm_mine');
    }
    await ingestion.reached(
      (await chain.rpc.call<{ hash: string }>('eth_getBlockByNumber', 'latest', false)).hash,
    );
    await answered();
    for (const which of ['renamed', 'masked'] as const) {
      expect(await declared(which)).toEqual(FINE(which));
      expect(await flags(which)).toEqual([]);
      expect(await askedOf(which)).toEqual([2]);
      expect(await namesOf(which)).toEqual([[`${which} coin`, 1, undefined]]);
    }
  });

  it('is asked as often when the log is replayed', async () => {
    const tables = async () => {
      const all = await Promise.all(
        ['token_setting', 'token_declaration', 'token_metadata'].map((table) =>
          ingestion.pool.query(`SELECT * FROM ${table} ORDER BY token, block_number`),
        ),
      );
      return all.map(({ rows }) => rows);
    };
    await ingestion.ingester.stop();
    const before = await tables();
    const lease = await WriterLease.take(ingestion.pool, 5_000);
    try {
      const runner = new ProjectionRunner(ingestion.pool, lease);
      for (const projector of allProjectors())
        if (projector.name === 'token') await runner.rebuild(projector);
    } finally {
      lease.release();
    }
    expect(await tables()).toEqual(before);
  });
});
