import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const exec = promisify(execFile);

/** What must not compile: each line is an error, or the compiler reports it. */
const MISUSES = `
import { answered, chainproof } from './chainproof.js';
const api = chainproof('http://127.0.0.1', '');
const chainId = '1';
// @ts-expect-error no such path
api.GET('/api/v1/chains/{chainId}/blocks', { params: { path: { chainId } } });
// @ts-expect-error no such chain
api.GET('/api/v1/chains/{chainId}/blocks/latest', { params: { path: { chainId: '2' } } });
// @ts-expect-error a number, not a text
api.GET('/api/v1/chains/{chainId}/blocks/{number}', { params: { path: { chainId, number: '1' } } });
// @ts-expect-error the parameters are missing
api.GET('/api/v1/chains/{chainId}/tokens/{token}');
// @ts-expect-error q is missing
api.GET('/api/v1/chains/{chainId}/resolve', { params: { path: { chainId }, query: { limit: 2 } } });
// @ts-expect-error no such HTTP method
api.POST('/api/v1/chains/{chainId}/coverage', { params: { path: { chainId } } });
const { data } = answered(await api.GET('/api/v1/chains/{chainId}/blocks/latest', { params: { path: { chainId } } }));
// @ts-expect-error no such field
data.size;
// @ts-expect-error it may be absent
data.burntFees.length;
`;

/**
 * Makes the typed client in a folder, and compiles it there with a program that uses it and one that misuses it; returns the compiled
 * program. @throws Error with the compiler's output
 */
export async function compileClient(folder: string, program: string): Promise<string> {
  mkdirSync(folder);
  const here = process.cwd();
  cpSync(join(here, 'client', 'chainproof.ts'), join(folder, 'chainproof.ts'));
  await run([join(here, 'scripts', 'make-client.mjs'), folder], here);
  symlinkSync(join(here, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'program.ts'), program);
  writeFileSync(join(folder, 'misuses.ts'), MISUSES);
  const settings = {
    extends: join(here, 'tsconfig.json'),
    compilerOptions: { rootDir: '.', outDir: 'out', incremental: false, tsBuildInfoFile: null },
    include: ['*.ts'],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings));
  await run([join(here, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', folder], folder);
  return join(folder, 'out', 'program.js');
}

async function run(parameters: readonly string[], cwd: string): Promise<void> {
  const env = { ...process.env, NODE_OPTIONS: '' };
  await exec(process.execPath, [...parameters], { cwd, env }).catch((error: { stdout: string }) => {
    throw new Error(error.stdout, { cause: error });
  });
}
