import { execFileSync } from 'node:child_process';
import module from 'node:module';
import { expect, it } from '@jest/globals';

const OURS = new URL('./cache-compiled-code.js', import.meta.url).href;

const withCache = 'getCompileCacheDir' in module ? it : it.skip;

withCache('keeps the code of threads as well', () => {
  const program = `
    import module from 'node:module';
    import { Worker } from 'node:worker_threads';
    import { cacheCompiledCode } from '${OURS}';
    cacheCompiledCode();
    new Worker("import m from 'node:module'; console.log(m.getCompileCacheDir())", { eval: true });
    console.log(module.getCompileCacheDir());`;
  const { NODE_COMPILE_CACHE: _, ...env } = process.env;
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
    env,
  });
  const [one, other] = said.trim().split('\n');
  expect(one).toMatch(/\.cache.compiled/);
  expect(other).toBe(one);
});
