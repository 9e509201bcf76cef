import { spawnSync } from 'node:child_process';
import { expect, it } from '@jest/globals';

it('refuses a Node.js that is too old for it, in a sentence', () => {
  const pretend =
    'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.11.1" } });';
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`, 'scripts/ensure-installed.mjs'],
    { encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '' } },
  );
  expect(stderr).toBe('Node.js 20.12 or newer is needed, and this is 20.11.1.\n');
  expect(status).toBe(1);
});
