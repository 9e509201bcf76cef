import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { writeCallBundle } from '../../src/verifier/bundle/call-bundle.js';
import { bundleOf, chainWith, PROXY, returning, TARGET } from '../builder/call-bundles.js';

const PAGES = new URL('../../explorer-pages/', import.meta.url);

it('the verifier of the pages starts without Node.js', () => {
  const { worker } = JSON.parse(readFileSync(new URL('manifest.json', PAGES), 'utf8')) as { worker: string };
  const program = `
    const { log } = console;
    globalThis.self = { addEventListener() {}, postMessage: ({ kind }) => log(kind) };
    for (const name of ['process', 'Buffer', 'WebAssembly', 'global']) delete globalThis[name];
    await import(${JSON.stringify(new URL(worker, PAGES).href)});`;
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  expect(said).toBe('ready\n');
});

it('the verifier of the pages executes a view call, with the part that it loads for that', async () => {
  const blocks = await chainWith(PROXY, { [TARGET]: { code: returning('7 SLOAD 3 SLOAD ADD') } });
  const bundle = await bundleOf(blocks);
  const { worker } = JSON.parse(readFileSync(new URL('manifest.json', PAGES), 'utf8')) as { worker: string };
  const program = `
    const { log } = console;
    let listener;
    globalThis.self = {
      addEventListener: (_, added) => { listener = added; },
      postMessage: ({ kind, output, reason, message }) => log(kind, output ?? reason ?? message ?? ''),
    };
    for (const name of ['process', 'Buffer', 'WebAssembly', 'global']) delete globalThis[name];
    await import(${JSON.stringify(new URL(worker, PAGES).href)});
    listener({ data: ${JSON.stringify(writeCallBundle(bundle))} });`;
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  expect(said).toBe(`ready \nlevel \nlevel \nverified call ${bundle.result.output}\n`);
});
