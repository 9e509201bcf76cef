// Writes the types of the API beside the typed client: `packages/client/src/schema.d.ts`, or into the folder named.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';

const root = join(import.meta.dirname, '..');
const [folder = join(root, 'packages', 'client', 'src')] = process.argv.slice(2);

const cli = join(root, 'dist', 'src', 'cli.js');
// As in `npm start`, registries and the rest are found from where the project is.
const { status, stdout } = spawnSync(process.execPath, [cli, 'openapi'], {
  cwd: root,
  stdio: ['ignore', 'pipe', 'inherit'],
  encoding: 'utf8',
  maxBuffer: 2 ** 26,
});
if (status !== 0) process.exit(status ?? 1);

const file = join(folder, 'schema.d.ts');
writeFileSync(file, astToString(await openapiTS(stdout)));
console.log(`written to ${file}`);
