import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { installed, type Packed } from '../package/packed.js';
import { askShared } from '../shared/ask-shared.js';

const exec = promisify(execFile);

/** Misuses that must not compile. The compiler reports a `@ts-expect-error` without an error. */
const MISUSES = `
import { answered, chainproof } from '@chainproof/client';
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
 * Installs the client package in a new folder, and compiles a program that uses it and one that misuses it there. @returns the path of the compiled
 * program. @throws Error with the output of the compiler
 */
export async function compileClient(folder: string, program: string): Promise<string> {
  await installed(await askShared<Packed>('packedClient'), folder);
  const here = process.cwd();
  writeFileSync(join(folder, 'program.ts'), program);
  writeFileSync(join(folder, 'misuses.ts'), MISUSES);
  const settings = {
    extends: join(here, 'tsconfig.json'),
    compilerOptions: {
      ...{ rootDir: '.', outDir: 'out', incremental: false, tsBuildInfoFile: null, skipLibCheck: false },
      typeRoots: [join(here, 'node_modules', '@types')],
    },
    include: ['*.ts'],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings));
  const compile = join(here, 'scripts', 'compile.mjs');
  const env = { ...process.env, NODE_OPTIONS: '' };
  await exec(process.execPath, [compile, '-p', folder], { cwd: folder, env }).catch(
    (error: { stdout: string }) => {
      throw new Error(error.stdout, { cause: error });
    },
  );
  return join(folder, 'out', 'program.js');
}
