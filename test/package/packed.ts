import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const exec = promisify(execFile);
/** The environment variables that npm needs. */
export const NPM = {
  ...process.env,
  ...{ NODE_OPTIONS: '', npm_config_update_notifier: 'false', npm_config_offline: 'true' },
};
/** Sources of a package, besides compiled and installed files. */
const SOURCES = [
  'src',
  'packages',
  'definitions',
  'scripts',
  'package.json',
  'tsconfig.json',
  'LICENSE',
  'NOTICE',
];

export interface Packed {
  readonly file: string;
  /** SHA-256 in hex. */
  readonly hash: string;
}

/** Builds a package from a clean copy of the sources, and packs it. @param folder a new one */
export async function packed(name: string, folder: string): Promise<Packed> {
  mkdirSync(folder);
  const root = process.cwd();
  for (const source of SOURCES)
    cpSync(join(root, source), join(folder, source), {
      recursive: true,
      filter: (path) => !/packages\/\w+\/dist/.test(path),
    });
  for (const made of ['dist', 'node_modules']) symlinkSync(join(root, made), join(folder, made));
  await exec(process.execPath, [join('scripts', 'build-packages.mjs'), name], { cwd: folder, env: NPM });
  const place = join(folder, 'packages', name);
  await exec('npm', ['pack', '--ignore-scripts'], { cwd: place, env: NPM });
  const file = join(place, readdirSync(place).find((one) => one.endsWith('.tgz'))!);
  return { file, hash: createHash('sha256').update(readFileSync(file)).digest('hex') };
}

/** Installs a packed package into an empty project, without network or cache. @returns the project's folder */
export async function installed({ file }: Packed, folder: string): Promise<string> {
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const options = [
    '--offline',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--cache',
    join(folder, '.cache'),
  ];
  await exec('npm', ['install', ...options, file], { cwd: folder, env: NPM });
  return folder;
}
