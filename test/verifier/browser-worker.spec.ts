import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';

const PAGES = new URL('../../explorer-pages/', import.meta.url);

it('the verifier of the pages starts where nothing of Node.js is', () => {
  const { worker } = JSON.parse(readFileSync(new URL('manifest.json', PAGES), 'utf8')) as { worker: string };
  const program = `
    const { log } = console;
    globalThis.self = { addEventListener() {}, postMessage: ({ kind }) => log(kind) };
    for (const name of ['process', 'Buffer', 'WebAssembly', 'global']) delete globalThis[name];
    await import(${JSON.stringify(new URL(worker, PAGES).href)});`;
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  expect(said).toBe('ready\n');
});
