import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { findFreePort } from '../../src/platform/process/free-port.js';
import { RpcFailure, startAlteredNode } from '../fixture/altered-node.js';
import { failing, nothingThere, type StateAnswering } from '../simulation/reported-state.js';
import { NO_PARENT } from '../simulation/sim-chain.js';
import { type SimulatedNode, startSimulatedNode } from '../simulation/simulated-node.js';
import { CommandBench, until } from './fixture/command.js';

describe('state that the evaluation of a range needs', () => {
  it('is requested after the range, and by the next ingest if nodes did not answer', async () => {
    let answering: StateAnswering = failing;
    const bench = new CommandBench();
    await bench.storeNothing();
    const node = await startSimulatedNode({
      ...{ seed: 62, firstBlock: 1_000, era: 'modern' },
      state: (method, address) => answering(method, address),
    });
    try {
      await node.chain.extend(40);
      const ingest = () => bench.run(['ingest', '--from', '1020', '--to', '1039'], { RPC_URLS: node.url });
      const first = await ingest();
      expect(first.code).toBe(0);
      expect(first.out).toMatch(
        /^20 of 20 blocks stored\n\d+ questions about state stay open \(127\.0\.0\.1:\d+: .*internal error.*\): the next ingest asks again, and so does the service\n$/,
      );
      answering = nothingThere;
      const second = await ingest();
      expect(second.out).toBe('nothing to ingest: every block of the range is stored\n');
      expect(second.err).toMatch(/asking about state: (\d+) of \1 questions \(100 %\)/);
      expect((await ingest()).err).toBe('');
    } finally {
      await bench.close();
      await node.stop();
    }
  });
});

describe('a head that is replaced while it is read', () => {
  it('is not stored, even if the node names no final block', async () => {
    const bench = new CommandBench();
    await bench.storeNothing();
    const node = await startSimulatedNode({
      ...{ seed: 63, firstBlock: 1_000, era: 'modern', without: ['finalized'] },
    });
    await node.chain.extend(70);
    const head = node.chain.head!;
    const altered = await startAlteredNode(
      () => node.url,
      (method, [at, isWhole], result) =>
        method === 'eth_getBlockByNumber' && at === head.json.number && isWhole === false
          ? { ...(result as object), hash: `0x${'be'.repeat(32)}` }
          : undefined,
    );
    try {
      const { code, out, err } = await bench.run(['ingest', '--from', '1000'], { RPC_URLS: altered.url });
      expect({ code, out }).toEqual({ code: 1, out: '69 of 70 blocks stored\n' });
      expect(err).toContain('block 1069 was replaced while it was read');
    } finally {
      await bench.close();
      await altered.stop();
      await node.stop();
    }
  });
});

describe('ingesting ranges from the command line', () => {
  let bench: CommandBench;
  let node: SimulatedNode;
  let rpc: NodeJS.ProcessEnv;

  beforeAll(async () => {
    bench = new CommandBench();
    node = await startSimulatedNode({ seed: 61, firstBlock: 1_000, parentHash: NO_PARENT, era: 'modern' });
    await node.chain.extend(120);
    rpc = { RPC_URLS: node.url };
  });
  afterAll(async () => {
    await bench.close();
    await node.stop();
  });

  it('fills them in any order, prints what it did, and knows its gaps', async () => {
    expect(await bench.run(['ingest', '--from', '1080', '--to', '1089'], rpc)).toMatchObject({
      code: 0,
      out: '10 of 10 blocks stored\n',
    });
    const ingest = async (from: number, to: number): Promise<string> =>
      (await bench.run(['ingest', '--from', `${from}`, '--to', `${to}`], rpc)).out;
    expect(await ingest(1020, 1039)).toBe('20 of 20 blocks stored\n');
    expect((await bench.run(['status'], { ...rpc, FIRST_BLOCK: '1000' })).out).toMatch(
      /blocks +1020\.\.1039, 1080\.\.1089 +1000\.\.1019, 1040\.\.1079/,
    );
    expect(await ingest(1020, 1089)).toBe('40 of 40 blocks stored\n');
    expect(await ingest(1020, 1089)).toBe('nothing to ingest: every block of the range is stored\n');
    expect((await bench.run(['ingest'], rpc)).out).toBe('30 of 30 blocks stored\n');
    expect(await bench.run(['ingest'], rpc)).toMatchObject({
      code: 0,
      out: 'nothing to ingest: stored up to block 1119, asked for up to 1119\n',
    });
    const beyond = await Promise.all(
      ['--from', '--to'].map((end) => bench.run(['ingest', end, '99999'], rpc)),
    );
    expect(beyond.map(({ code, err }) => ({ code, err }))).toEqual([
      { code: 1, err: "the node's head is block 1119: --from 99999 lies beyond it\n" },
      { code: 1, err: "the node's head is block 1119: --to 99999 lies beyond it\n" },
    ]);
    expect((await bench.run(['rebuild', 'transaction'], rpc)).out).toBe('transaction is rebuilt\n');
    expect(await bench.run(['check'], rpc)).toMatchObject({ code: 0, out: 'everything holds\n' });
    await bench.nothingLeft();
  });

  it('ends at Ctrl-C with what is stored, though the node does not answer', async () => {
    await node.chain.extend(400);
    const ingest = bench.start(['ingest'], rpc);
    const asked = node.calls.get('eth_getBlockReceipts') ?? 0;
    await until(() => (node.calls.get('eth_getBlockReceipts') ?? 0) > asked + 2, 'blocks to be asked for');
    node.faults.arm('hang', 1_000);
    const { code, out } = await ingest.ended('SIGINT');
    node.faults.clear();
    expect({ code, out }).toEqual({ code: 130, out: expect.stringMatching(/^\d+ of 400 blocks stored\n$/) });
    await bench.nothingLeft();
  });

  it('has a status that names unreachable nodes and the reason', async () => {
    const silent = await startAlteredNode(
      () => node.url,
      (method, [at]) =>
        method === 'eth_getBlockByNumber' && at === 'latest'
          ? new RpcFailure(-32_000, 'is syncing')
          : undefined,
    );
    const { out } = await bench.run(['status'], {
      RPC_URLS: `${node.url},${silent.url},http://127.0.0.1:${await findFreePort()}`,
    });
    await silent.stop();
    expect(out).toMatch(/^127\.0\.0\.1:\d+ +\d+ +\d+$/m);
    expect(out).toMatch(/^127\.0\.0\.1:\d+ +eth_getBlockByNumber: is syncing \(-32000\) +-$/m);
    expect(out).toMatch(/^127\.0\.0\.1:\d+ +ECONNREFUSED +-$/m);
  });

  it('ends at Ctrl-C together with the server that it started', async () => {
    node.faults.arm('hang');
    const status = bench.start(['status'], rpc);
    await status.said('state_diff');
    expect((await status.ended('SIGINT')).code).toBe(130);
    await bench.nothingLeft();
  });
});

describe('ingestion from a node without traces', () => {
  let bench: CommandBench;
  let node: SimulatedNode;
  let lesser: SimulatedNode;
  beforeAll(async () => {
    bench = new CommandBench();
    await bench.storeNothing();
    node = await startSimulatedNode({ seed: 63, firstBlock: 1_000, era: 'modern' });
    await node.chain.extend(20);
    lesser = await startSimulatedNode({ seed: 64, chain: node.chain, without: ['debug', 'trace'] });
  });
  afterAll(async () => {
    await bench.close();
    await lesser.stop();
    await node.stop();
  });

  it('says so, stores nothing and has its own exit status, until blocks without traces are requested', async () => {
    const ingest = (more: string[], urls = lesser.url) =>
      bench.run(['ingest', '--from', '1000', '--to', '1019', ...more], { RPC_URLS: urls });
    const refused = await ingest([]);
    expect(refused).toMatchObject({ code: 3, out: '' });
    expect(refused.err).toMatch(/call frames +no [\s\S]*state diffs +no [\s\S]*by --partial\n$/);
    const stored = await ingest(['--partial']);
    expect(stored).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^20 of 20 blocks stored, \d+ of them without call frames or state diffs\n/),
    });
    expect(stored.err).toMatch(/call frames +no /);
  });

  it('does not take place if another node has traces', async () => {
    const both = `${lesser.url},${node.url}`;
    const other = new CommandBench();
    try {
      await other.storeNothing();
      expect(await other.run(['ingest', '--from', '1000', '--to', '1019'], { RPC_URLS: both })).toMatchObject(
        { code: 0, out: expect.stringMatching(/^20 of 20 blocks stored\n/) },
      );
    } finally {
      await other.close();
    }
  });
});

describe('a service whose node has fewer records than the stored chain', () => {
  it('waits and says so, until blocks without these records are stored by --partial', async () => {
    const bench = new CommandBench();
    await bench.storeNothing();
    const node = await startSimulatedNode({ seed: 65, firstBlock: 1_000, era: 'modern' });
    await node.chain.extend(20);
    const lesser = await startSimulatedNode({ seed: 66, chain: node.chain, without: ['debug', 'trace'] });
    const settings = { RPC_URLS: lesser.url };
    try {
      expect((await bench.run(['ingest', '--from', '1000'], { RPC_URLS: node.url })).code).toBe(0);
      await node.chain.extend(5);
      const waits = 'waits for a node that gives call frames and state diffs';
      const service = await bench.serve(settings);
      await service.said(`ingestion: ${waits}`);
      const url = /API +(\S+)/.exec(service.out)![1]!;
      const ready = await fetch(`${url}/ready`);
      expect([ready.status, await ready.text()]).toEqual([503, expect.stringContaining('chain-head')]);
      await service.said(`not ready: chain-head: ${waits}`);
      expect((await bench.run(['status'], settings)).out).toContain(`\ningestion ${waits}`);

      expect(await bench.run(['ingest', '--partial'], settings)).toMatchObject({
        code: 0,
        out: expect.stringMatching(/^5 of 5 blocks stored, \d of them without/),
      });
      expect((await bench.run(['status'], settings)).out).not.toContain(waits);
      await until(async () => (await fetch(`${url}/ready`)).ok, 'the service to be ready');
      expect((await service.ended('SIGINT')).code).toBe(0);
    } finally {
      await bench.close();
      await lesser.stop();
      await node.stop();
    }
  });
});

describe('the command line', () => {
  let bench: CommandBench;
  beforeAll(() => {
    bench = new CommandBench();
  });
  afterAll(() => bench.close());

  const dead = { RPC_URLS: 'http://127.0.0.1:9' };
  it.each([
    ['a command that does not exist', ['statsu'], {}, 'Did you mean status?'],
    ['a parameter too many', ['status', 'now'], {}, "too many arguments for 'status'"],
    ['a block number that is none', ['ingest', '--from', '0x10'], {}, '--from must be a block number'],
    ['a range from back to front', ['ingest', '--from', '9', '--to', '5'], dead, '--from 9 is above --to 5'],
    [
      'a range of header proofs from back to front',
      ['ingest', '--header-proofs', '--from', '9', '--to', '5'],
      { ...dead, BEACON_URLS: 'http://127.0.0.1:9' },
      '--from 9 is above --to 5',
    ],
    [
      'two sources of proofs at once',
      ['ingest', '--header-proofs', '--from-archive', '.'],
      dead,
      'choose --header-proofs or --from-archive',
    ],
    ['an unknown projection', ['rebuild', 'nothing'], {}, 'choose one of storage, balance, block'],
    ['a node that cannot be reached', ['ingest'], dead, 'no execution node can be used'],
    ['a setting that cannot be used', ['status'], { PORT: 'many' }, 'PORT must be a port number'],
    ['to say the status of nothing', ['status'], {}, 'start the service first'],
    [
      'a database that cannot be reached',
      ['migrate'],
      { DATABASE_URL: 'postgres://u:secret@127.0.0.1:9/x' },
      'the database at postgres://127.0.0.1:9/x (DATABASE_URL) cannot be used: connect ECONNREFUSED',
    ],
  ])('refuses %s, with status 1 and nothing made', async (_, parameters, more, said) => {
    const { code, err } = await bench.run(parameters, more);
    expect(code).toBe(1);
    expect(err).toContain(said);
    expect(err).not.toMatch(/\n\s+at |secret/);
    expect(existsSync(join(bench.directory, 'demo'))).toBe(false);
    expect(existsSync(join(bench.directory, 'mainnet'))).toBe(false);
  });
});
