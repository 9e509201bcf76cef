// Before `npm start` and `npm test`: installs what the lockfile names, when that has not been done since it
// changed. It must also run on the versions of Node.js that it refuses, because nothing else tells their
// users.
import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

refuseOldNode();
const modules = join(root, 'node_modules');
// A linked folder belongs to another checkout, and `npm ci` would empty it under whoever works there.
const linked = lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink() === true;
const installed = join(modules, '.package-lock.json');
const wanted = join(root, 'package-lock.json');
if (!linked && (!existsSync(installed) || statSync(installed).mtimeMs < statSync(wanted).mtimeMs)) install();

function refuseOldNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  // As `engines` of package.json says: packages that are no ES modules require some that are.
  if ((major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22) return;
  const served = '20.19 or newer of 20, or 22.12 or newer';
  console.error(`Node.js ${served}, is needed, and this is ${process.versions.node}.`);
  process.exit(1);
}

function install() {
  console.error('Installing the packages of package-lock.json, which takes a minute or two …');
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
