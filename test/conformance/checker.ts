import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Samples } from './samples.js';

export interface CheckerRun {
  /** 0 if nothing failed. */
  readonly exitCode: number;
  /** The checker's last line. */
  readonly summary: string;
  /** Everything it printed. */
  readonly output: string;
}

/** API keys for a service that requires them. */
export interface CheckedKeys {
  readonly high: string;
  readonly low: string;
}

/** The service to check, and its address. */
export interface CheckedService {
  readonly baseUrl: string;
  readonly samples: Samples;
  readonly keys?: CheckedKeys;
  /** URL at which calls are paid for, if the service has one. */
  readonly payUrl?: string;
  /** Operation ids to check; by default all of the contract. */
  readonly operations?: readonly string[];
}

/** Runs the contract's black-box checker against a service. */
export async function runChecker(
  checker: string,
  { baseUrl, samples, keys, payUrl, operations }: CheckedService,
): Promise<CheckerRun> {
  const directory = await mkdtemp(join(tmpdir(), 'conformance-'));
  const file = join(directory, 'samples.json');
  await writeFile(file, JSON.stringify(samples, null, 1));
  try {
    return await run([
      ...[checker, baseUrl, file],
      ...(operations ? ['--only', operations.join(',')] : []),
      ...(keys ? ['--key', keys.high, '--low-key', keys.low] : []),
      ...(payUrl === undefined ? [] : ['--pay-base', payUrl]),
    ]);
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
