import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { leafHash } from '../../src/tlog/merkle-tree.js';
import { parseVerifierKey } from '../../src/tlog/note-key.js';
import { signCheckpoint } from '../../src/transparency/sign-checkpoint.js';
import { TestLog } from '../transparency/test-log.js';
import { WitnessServer } from '../transparency/witness-server.js';
import { CommandBench } from './fixture/command.js';

const some = (count: number) => Array.from({ length: count }, (_, at) => Buffer.from(`entry ${at}`));

let bench: CommandBench;
beforeAll(() => {
  bench = new CommandBench();
});
afterAll(() => bench?.close());

describe('log key', () => {
  const environment = { LOG_ORIGIN: 'proofs.example/log', RPC_URLS: 'http://127.0.0.1:9' };
  const key = (action: string, more = {}) => bench.run(['log', 'key', action], { ...environment, ...more });

  it('makes, shows and changes the key', async () => {
    expect(await key('show')).toMatchObject({ code: 1, err: expect.stringMatching(/there is no key in/) });
    expect(await key('lose')).toMatchObject({ code: 1, err: expect.stringMatching(/must be one of create/) });
    const made = await key('create');
    expect(made.code).toBe(0);
    expect(parseVerifierKey(made.out).name).toBe('proofs.example/log');
    expect(await key('show')).toMatchObject({ code: 0, out: made.out });
    expect(await key('create')).toMatchObject({ code: 1, err: expect.stringMatching(/is there already/) });
    expect(await key('finish')).toMatchObject({ code: 1, err: expect.stringMatching(/only one key/) });
    const changed = await key('rotate');
    expect(changed.out.split('\n')[1]).toBe(made.out.trim());
    expect(changed.out.split('\n')[0]).not.toBe(made.out.trim());
    expect(await key('rotate')).toMatchObject({ code: 1, err: expect.stringMatching(/is not finished/) });
    expect(await key('show', { LOG_ORIGIN: 'other.example/log' })).toMatchObject({
      code: 1,
      err: expect.stringMatching(/is the key of the log proofs.example\/log/),
    });
  });
});

describe('commands about a served log', () => {
  let log: TestLog;
  let twin: TestLog;
  let state: string;
  beforeAll(async () => {
    log = await TestLog.start();
    twin = await TestLog.start(log);
    await log.append(some(300));
    state = join(bench.directory, 'audit.json');
  });
  afterAll(async () => {
    await twin?.stop();
    await log?.stop();
  });

  const audit = (of: TestLog, ...options: string[]) =>
    bench.run(['log', 'audit', of.url, '--state', state, ...options]);
  /** Swaps the remembered state of the log for that of its twin. */
  const mistake = (): void => {
    const known = JSON.parse(readFileSync(state, 'utf8')) as Record<string, unknown>;
    writeFileSync(state, JSON.stringify({ ...known, [twin.url]: known[log.url] }));
  };

  it('`log audit` remembers the audited checkpoint, and continues from it', async () => {
    expect(await audit(log)).toMatchObject({
      code: 0,
      out: expect.stringMatching(
        /^consistent {2}example.com\/log has 300 entries, 300 since the last audit, root /,
      ),
      err: expect.stringContaining(`${log.verifierKey} is what the log itself says`),
    });
    await log.append(some(20));
    expect(await audit(log, '--key', log.verifierKey, '--whole')).toMatchObject({
      ...{ code: 0, err: '' },
      out: expect.stringMatching(/has 320 entries, 20 since the last audit/),
    });
    expect(await bench.run(['log', 'audit', `${log.url}/`, '--state', state])).toMatchObject({
      ...{ code: 0, err: '' },
      out: expect.stringMatching(/has 320 entries, 0 since the last audit/),
    });
  });

  it('`log audit` shows what is wrong, with an exit status of its own for each fault', async () => {
    mistake();
    const remembered = readFileSync(state, 'utf8');
    await twin.append(some(310));
    expect(await audit(twin)).toMatchObject({
      ...{ code: 5, out: 'smaller     example.com/log has signed 310 entries, and had signed 320\n' },
      err: expect.stringMatching(/\n320\n[\s\S]*\n310\n/),
    });
    await twin.append(some(10));
    expect(await audit(twin)).toMatchObject({
      ...{ code: 6, out: 'fork        example.com/log has signed two trees of 320 entries\n' },
    });
    await twin.append(some(10));
    expect(await audit(twin)).toMatchObject({
      code: 6,
      out: expect.stringMatching(/^fork .* do not begin with/),
    });
    expect(readFileSync(state, 'utf8')).toBe(remembered);
    await log.pool.query("UPDATE log_entry SET entry = 'another' WHERE index = 5");
    expect(await audit(log)).toMatchObject({ code: 0 });
    expect(await audit(log, '--whole')).toMatchObject({ code: 7, out: expect.stringMatching(/^content /) });
    const stranger = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
    expect(await audit(log, '--key', stranger)).toMatchObject({
      code: 4,
      out: expect.stringMatching(/^signature /),
    });
    expect(await bench.run(['log', 'audit', 'http://127.0.0.1:9/log', '--state', state])).toMatchObject({
      code: 3,
      out: expect.stringMatching(/^unreachable {2}http:\/\/127.0.0.1:9\/log\/key: fetch failed/),
    });
    expect(await bench.run(['log', 'audit', 'example.com/log', '--state', state])).toMatchObject({
      code: 1,
      err: '<url> must be the HTTP address of a log, and is "example.com/log"\n',
    });
  });

  it('`log audit` prints no control characters that a server sends', async () => {
    const note = (await log.reader.checkpoint())!.note;
    const answers = [note.replace('320', '320\x1b]0;title\x07\x1b[2J'), '\x1b[2J\u202e'];
    const server = createServer((_, response) => response.end(answers[0])).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      for (; answers.length > 0; answers.shift()) {
        const { code, out, err } = await bench.run([
          'log',
          'audit',
          url,
          '--key',
          log.verifierKey,
          '--state',
          state,
        ]);
        expect([code, out]).toEqual([4, expect.stringMatching(/^signature .* control characters/)]);
        expect(`${out}${err}`).not.toMatch(/[^\P{C}\n]/u);
      }
    } finally {
      server.close();
    }
  });

  it('`log file` adds the hash of a file to the log, once', async () => {
    const file = join(bench.directory, 'chainproof-verifier-1.1.0.tgz');
    const record = () => bench.spawned(['log', 'file', file], { DATABASE_URL: log.databaseUrl });
    const size = await log.reader.size();
    const [last] = await log.reader.entries(size - 1, 1);
    const recorded: unknown[] = [];
    for (const content of ['one', 'one', 'two']) {
      writeFileSync(file, content);
      const sha256 = `sha256:${createHash('sha256').update(content).digest('hex')}`;
      const { code, out } = await record();
      const [, index] =
        /^entry (\d+) {2}chainproof-verifier-1\.1\.0\.tgz {2}sha256:[0-9a-f]{64}\n$/.exec(out) ?? [];
      expect([code, out.trim().split('  ')[2]]).toEqual([0, sha256]);
      recorded.push(Number(index) - size);
    }
    expect(recorded).toEqual([0, 0, 1]);
    const [entry] = await log.reader.entries(size, 1);
    expect(JSON.parse(entry!.toString())).toEqual({
      type: 'file',
      name: 'chainproof-verifier-1.1.0.tgz',
      sha256: `sha256:${createHash('sha256').update('one').digest('hex')}`,
      previous: leafHash(last!).toString('base64'),
    });
    const { size: signed } = await signCheckpoint(log.pool, log.key);
    expect(signed).toBe(size + 2);
    expect(await record()).toMatchObject({ code: 0 });
    rmSync(file);
    expect(await record()).toMatchObject({ code: 1, err: expect.stringMatching(/no such file/) });
  });

  it('`log witness` has the checkpoint cosigned by the quorum', async () => {
    const witnesses = [
      await WitnessServer.start('w1.example', log.key.signer),
      await WitnessServer.start('w2.example', log.key.signer),
    ] as const;
    const policy = join(bench.directory, 'policy');
    const keys = `log ${log.verifierKey}\n${witnesses[0].line('one')}${witnesses[1].line('two')}`;
    const ask = () => bench.spawned(['log', 'witness', policy], { DATABASE_URL: log.databaseUrl });
    try {
      writeFileSync(policy, `${keys}group both all one two\nquorum both\n`);
      expect(await ask()).toMatchObject({
        code: 0,
        out: expect.stringMatching(/cosigned {2}w1.example: 322 entries\n[\s\S]*the quorum is met\n$/),
      });
      await log.append(some(5));
      await witnesses[1].stop();
      expect(await ask()).toMatchObject({
        code: 1,
        out: expect.stringMatching(
          /refused {3}w2.example: fetch failed[\s\S]*the quorum is not met: the checkpoint is cosigned by w1.example: that is no quorum/,
        ),
      });
      const endless = createServer((_, response) => response.write('a'.repeat(100_000))).listen(
        0,
        '127.0.0.1',
      );
      await once(endless, 'listening');
      const { port } = endless.address() as AddressInfo;
      writeFileSync(
        policy,
        `log ${log.verifierKey}\nwitness two ${witnesses[1].verifierKey} http://127.0.0.1:${port}\nquorum two\n`,
      );
      expect(await ask()).toMatchObject({
        code: 1,
        out: expect.stringMatching(/refused {3}w2.example: the answer is longer than 65536 bytes/),
      });
      endless.closeAllConnections();
      endless.close();
      writeFileSync(policy, keys);
      expect(await ask()).toMatchObject({
        code: 1,
        err: expect.stringMatching(/a policy has a line `quorum`/),
      });
    } finally {
      await witnesses[0].stop();
    }
  });
});
