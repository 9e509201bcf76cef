import { execFileSync } from 'node:child_process';
import { cachedDataVersionTag } from 'node:v8';
import { expect, it } from '@jest/globals';

const FLAGS = new URL('../src/platform/process/let-heap-double.js', import.meta.url).href;

it('is compiled under the flags of commands, so that neither compiles again what the other has kept', () => {
  const program = `
    import { cachedDataVersionTag } from 'node:v8';
    import { letHeapDouble } from '${FLAGS}';
    letHeapDouble();
    console.log(cachedDataVersionTag());`;
  const parameters = ['--input-type=module', '-e', program];
  expect(Number(execFileSync(process.execPath, parameters, { encoding: 'utf8' }))).toBe(
    cachedDataVersionTag(),
  );
});
