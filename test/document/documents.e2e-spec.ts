import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { REFUSAL_CODES } from '../../src/domain/refusal/refusal-code.js';
import { ask } from '../e2e/fixture/ask.js';
import { CommandBench, type RunningCommand } from '../e2e/fixture/command.js';
import { startCommandHost } from '../shared/command-host.js';
import { type DocumentedRun, linesMissed, runsOf } from './code-fences.js';
import { RUN } from './documents.js';
import { compileClient } from './typed-client.js';

const COMMAND = fileURLToPath(new URL('./hosted-command.js', import.meta.url));
const exec = promisify(execFile);

/** The blocks of a language in each document that has some. */
const blocks = (language: string) =>
  RUN.map((name) => [name, runsOf(readFileSync(name, 'utf8'), language)] as const).filter(
    ([, runs]) => runs.length > 0,
  );

describe('the documents', () => {
  const bench = new CommandBench();
  /** Folder in which the commands run, with links to the parts of this one that they use. */
  const folder = join(bench.directory, 'reader');
  let service: RunningCommand;
  let host: Awaited<ReturnType<typeof startCommandHost>>;
  let url: string;
  let key: string;
  /** The checkpoint of the log of claims, read as soon as the service said that it was ready. */
  let checkpoint: string;

  beforeAll(async () => {
    service = await bench.serve({ ACCESS: 'keys' });
    url = /API +(\S+)/.exec(service.out)![1]!;
    checkpoint = await (await fetch(`${url}/log/checkpoint`)).text();
    key = /cpk_[\w-]{43}/.exec(service.out)![0];
    mkdirSync(folder);
    for (const name of ['dist', 'scripts', 'definitions', 'node_modules'])
      symlinkSync(join(process.cwd(), name), join(folder, name));
    symlinkSync(bench.directory, join(folder, '.data'));
    host = await startCommandHost(folder);
  });
  afterAll(async () => {
    await host?.stop();
    await bench.close();
  });

  /** The payment that the service proposed at its start. */
  function payment(): NodeJS.ProcessEnv {
    const [, PAYER_KEY, PAY, DOLLAR] =
      /PAYER_KEY=(\w+) node scripts\/pay\.mjs (\S+)\/blocks\/latest (\w+)/.exec(service.out) ?? [];
    return { PAYER_KEY, PAY, DOLLAR };
  }

  /** Runs blocks in one shell, so that later ones see the variables of earlier ones. @returns the output of each */
  async function outputs(runs: readonly DocumentedRun[]): Promise<readonly string[]> {
    const separator = '---- next block ----';
    const script = runs.map((run) => run.script).join(`echo '${separator}'\n`);
    const { stdout } = await exec(
      'bash',
      ['-euo', 'pipefail', '-c', script.replaceAll('npm run --silent cli --', `node ${COMMAND}`)],
      {
        cwd: folder,
        maxBuffer: 2 ** 24,
        env: {
          ...process.env,
          NODE_OPTIONS: '',
          DATA_DIR: '.data',
          COMMAND_HOST: host.reported.url,
          KEY: key,
          API: `${url}/api/v1/chains/1`,
          ...payment(),
        },
      },
    );
    return stdout.split(`${separator}\n`);
  }

  async function expectAsShown(runs: readonly DocumentedRun[]): Promise<void> {
    const printed = await outputs(runs);
    const missed = runs.flatMap(({ script, shown = '' }, index) =>
      linesMissed(shown, printed[index]!).map(
        (line) => `${script}should print ${line}\nand prints\n${printed[index]}`,
      ),
    );
    expect(missed).toEqual([]);
  }

  it('can be followed at once, since the claims of the demo are in the log when the service is ready', () => {
    const [origin, entries] = checkpoint.split('\n');
    expect(origin).toBe('demo.chainproof.example/log');
    expect(Number(entries)).toBeGreaterThan(3);
  });

  it.each(blocks('sh'))('show below every block of %s what it prints', async (_, runs) => {
    expect(runs.filter(({ shown }) => shown === undefined)).toEqual([]);
    await expectAsShown(runs);
  });

  it('show blocks on every page that readers begin with', () => {
    const pages = ['README.md', 'docs/calling.md', 'docs/checking.md', 'docs/operating.md'];
    expect(blocks('sh').map(([name]) => name)).toEqual(expect.arrayContaining(pages));
  });

  it('show a program that compiles with the typed client and prints what is shown, while misuses do not compile', async () => {
    const [program] = runsOf(readFileSync('docs/calling.md', 'utf8'), 'ts');
    const compiled = await compileClient(join(bench.directory, 'client'), program!.script);
    const run = (KEY: string) =>
      exec(process.execPath, [compiled], {
        env: { ...process.env, NODE_OPTIONS: '', CHAINPROOF: url, KEY },
      });
    expect(linesMissed(program!.shown!, (await run(key)).stdout)).toEqual([]);
    await expect(run('')).rejects.toThrow('401 bad_request: ');
  });

  it('use only existing metrics and refusal codes in the alert rules', async () => {
    const there = await figures();
    const { groups } = parse(readFileSync('docs/alerts.yml', 'utf8'));
    const rules: { alert: string; expr: string; annotations: object }[] = groups.flatMap(
      ({ rules }: { rules: object[] }) => rules,
    );
    expect(rules.length).toBeGreaterThan(5);
    for (const { alert, expr, annotations } of rules) {
      const named = figuresIn(expr);
      expect([alert, named.filter((name) => !there.has(name))]).toEqual([alert, []]);
      expect(named.length > 0 || expr.startsWith('up{')).toBe(true);
      for (const [, code] of expr.matchAll(/code="(\w+)"/g)) expect(REFUSAL_CODES).toContain(code);
      expect(Object.keys(annotations)).toEqual(['summary', 'action']);
    }
  });

  it('use only existing metrics in every panel of the dashboard', async () => {
    const there = await figures();
    // This metric exists with Neo4j only.
    there.add('chainproof_neo4j_queries_total');
    const { panels } = JSON.parse(readFileSync('docs/grafana-dashboard.json', 'utf8'));
    const drawn: { title: string; targets: { expr: string }[] }[] = panels.filter(
      ({ type }: { type: string }) => type !== 'row',
    );
    expect(drawn.length).toBeGreaterThan(10);
    for (const { title, targets } of drawn) {
      for (const { expr } of targets) {
        const named = figuresIn(expr);
        expect([title, named.length > 0, named.filter((name) => !there.has(name))]).toEqual([
          title,
          true,
          [],
        ]);
      }
    }
  });

  /** The names of all series that `/metrics` prints. */
  async function figures(): Promise<Set<string>> {
    const { text } = await ask(url, '/metrics');
    return new Set(
      [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
        type === 'histogram' ? [`${name}_bucket`, `${name}_count`] : [name],
      ),
    );
  }

  const figuresIn = (expr: string): string[] =>
    [...expr.matchAll(/\b(?:chainproof|process|nodejs)_\w+/g)].map(([name]) => name);

  it('explain all metrics of this service, and no others', async () => {
    const { text } = await ask(url, '/metrics');
    const there = [...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name = '']) => name);
    const own = there.filter((name) => name.startsWith('chainproof_'));
    const table = readFileSync('docs/operating.md', 'utf8')
      .split('\n')
      .filter((line) => /^\| `[a-z\d]+_/.test(line));
    const explained = table.flatMap((line) =>
      [...line.matchAll(/`([a-z\d]+_\w+)(?:\{[^`]*)?`/g)].map(([, name]) => name),
    );
    // These metrics exist with Neo4j only.
    const withGraph = ['chainproof_neo4j_queries_total', 'chainproof_graph_position_events'];
    // These metrics exist with a standby only.
    const withStandby = ['chainproof_standby_lag_blocks', 'chainproof_standby_lag_bytes'];
    expect([...explained].sort()).toEqual([...own, ...withGraph, ...withStandby].sort());
  });

  it('show how to back up, restore and evaluate history under other definitions while the service is stopped', async () => {
    await service.ended('SIGINT');
    const runs = blocks('sh stopped').flatMap(([, stopped]) => stopped);
    expect(runs.length).toBeGreaterThan(2);
    await expectAsShown(runs);
  });
});
