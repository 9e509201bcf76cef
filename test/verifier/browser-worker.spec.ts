import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { writeCallBundle } from '../../src/verifier/bundle/call-bundle.js';
import { bundleOf, chainWith, PROXY, returning, TARGET } from '../builder/call-bundles.js';
import { shownBundle } from '../builder/shown-bundle.js';

const PAGES = new URL('../../explorer-pages/', import.meta.url);
const TRUSTS_NOTHING = { log: '', checkpoint: '' };

interface Said {
  readonly kind: string;
  readonly level?: number;
  readonly [field: string]: unknown;
}

/** What the verifier of the pages says without Node.js. @param requests are sent one after the other */
function said(...requests: readonly object[]): readonly Said[] {
  const { worker } = JSON.parse(readFileSync(new URL('manifest.json', PAGES), 'utf8')) as { worker: string };
  const program = `
    const { log } = console;
    let listener;
    let answered;
    globalThis.self = {
      addEventListener: (_, added) => { listener = added; },
      postMessage: (message) => {
        log(JSON.stringify(message));
        if (message.kind !== 'level') answered?.();
      },
    };
    for (const name of ['process', 'Buffer', 'WebAssembly', 'global']) delete globalThis[name];
    await import(${JSON.stringify(new URL(worker, PAGES).href)});
    for (const data of ${JSON.stringify(requests)})
      await new Promise((resolve) => { answered = resolve; listener({ data }); });`;
  const lines = execFileSync(process.execPath, ['--input-type=module', '-'], {
    input: program,
    encoding: 'utf8',
  });
  return lines
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

it('the verifier of the pages starts without Node.js', () => {
  expect(said()).toEqual([{ kind: 'ready' }]);
});

it('the verifier of the pages executes a view call, with the part that it loads for that', async () => {
  const blocks = await chainWith(PROXY, { [TARGET]: { code: returning('7 SLOAD 3 SLOAD ADD') } });
  const bundle = await bundleOf(blocks);
  expect(said({ text: writeCallBundle(bundle), ...TRUSTS_NOTHING })).toMatchObject([
    { kind: 'ready' },
    { kind: 'level', level: 3 },
    { kind: 'level', level: 4 },
    { kind: 'verified call', output: bundle.result.output, canonicity: { outcome: 'not shown', blocks: 1 } },
  ]);
});

it('the verifier of the pages passes on what came of V5 and V6', () => {
  const { text, log, checkpoint } = shownBundle();
  const [, ...answers] = said(
    { text, ...TRUSTS_NOTHING },
    { text, log: `${log}\n`, checkpoint: ` ${checkpoint}` },
    { text, log: '', checkpoint: `0x${'11'.repeat(32)}` },
    { text, log: 'no key', checkpoint: '' },
  );
  expect(answers.filter(({ kind }) => kind === 'level').map(({ level }) => level)).toEqual([
    ...[1, 2, 3, 4],
    ...[1, 2, 3, 4, 5, 6],
    ...[1, 2, 3, 4],
  ]);
  expect(answers.filter(({ kind }) => kind !== 'level')).toMatchObject([
    {
      kind: 'verified',
      logged: { outcome: 'not shown', reason: expect.stringContaining('example.com/log') },
      canonicity: { outcome: 'not shown', blocks: 1, reason: expect.stringContaining(checkpoint) },
    },
    {
      kind: 'verified',
      logged: { outcome: 'shown', origin: 'example.com/log', entry: 1, size: 2 },
      canonicity: { outcome: 'shown', checkpoint },
    },
    { kind: 'refuted', level: 6, reason: expect.stringContaining('is not your checkpoint') },
    { kind: 'failed' },
  ]);
});
