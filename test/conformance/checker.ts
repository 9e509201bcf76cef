import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Samples } from './samples.js';

export interface CheckerRun {
  /** 0 when nothing failed. */
  readonly exitCode: number;
  /** The checker's last line. */
  readonly summary: string;
  /** Everything it printed. */
  readonly output: string;
}

/**
 * Runs the contract's black-box checker against a service.
 * @param operations operation ids to judge; all of the contract when left out.
 */
export async function runChecker(
  checker: string,
  baseUrl: string,
  samples: Samples,
  operations?: readonly string[],
): Promise<CheckerRun> {
  const directory = await mkdtemp(join(tmpdir(), 'conformance-'));
  const file = join(directory, 'samples.json');
  await writeFile(file, JSON.stringify(samples, null, 1));
  try {
    return await run([checker, baseUrl, file, ...(operations ? ['--only', operations.join(',')] : [])]);
  } finally {
    await rm(directory, { recursive: true });
  }
}

function run(parameters: readonly string[]): Promise<CheckerRun> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, parameters, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    child.once('error', reject);
    child.once('close', (code) => {
      resolve({ exitCode: code ?? 1, summary: output.trimEnd().split('\n').at(-1) ?? '', output });
    });
  });
}
