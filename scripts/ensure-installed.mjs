// Before `npm start` and `npm test`: installs what the lockfile names, when that has not been done since it changed.
import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, statSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const LOWEST_NODE = [20, 12];

refuseOldNode();
const modules = join(root, 'node_modules');
// A linked folder belongs to another checkout, and `npm ci` would empty it under whoever works there.
const linked = lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink() === true;
const installed = join(modules, '.package-lock.json');
const wanted = join(root, 'package-lock.json');
if (!linked && (!existsSync(installed) || statSync(installed).mtimeMs < statSync(wanted).mtimeMs)) install();

function refuseOldNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > LOWEST_NODE[0] || (major === LOWEST_NODE[0] && minor >= LOWEST_NODE[1])) return;
  console.error(`Node.js ${LOWEST_NODE.join('.')} or newer is needed, and this is ${process.versions.node}.`);
  process.exit(1);
}

function install() {
  console.error('Installing the packages of package-lock.json …');
  // No install scripts: nothing here relies on one, and none of them runs with the user's rights.
  // Its warnings are about peers whose ranges the lockfile overrides on purpose.
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  // The npm that runs this, and not another one on the PATH.
  const npm = process.env.npm_execpath;
  const { status, error } = npm
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio: ['ignore', 2, 2] })
    : spawnSync('npm', args, { cwd: root, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' });
  if (error !== undefined) console.error(`npm could not be run: ${error.message}`);
  if (status !== 0) process.exit(status ?? 1);
}
