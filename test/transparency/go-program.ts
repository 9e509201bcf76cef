import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const SOURCE = join(process.cwd(), 'test', 'transparency', 'go');
const GO = [...(process.env.PATH ?? '').split(delimiter), '/usr/local/go/bin']
  .map((directory) => join(directory, 'go'))
  .find((file) => existsSync(file));

/** Whether Go and the modules of the program are installed, so that nothing is downloaded. */
export function isGoHere(): boolean {
  if (GO === undefined) return false;
  try {
    execFileSync(GO, ['list', '-deps', '.'], { ...inSource(), stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** The program of `test/transparency/go`, which uses only code of others. */
export class GoProgram {
  private constructor(private readonly file: string) {}

  /** @param mayDownload missing modules */
  static async build(directory: string, mayDownload: boolean): Promise<GoProgram> {
    if (GO === undefined) throw new Error('Go is missing: install it, or put it on the PATH');
    const file = join(directory, 'tlogcheck');
    await promisify(execFile)(GO, ['build', '-o', file, '.'], inSource(mayDownload));
    return new GoProgram(file);
  }

  /** The program's output; its last line begins with `FAILED` if a check fails. @throws Error if it fails otherwise */
  async run(...parameters: readonly string[]): Promise<string> {
    try {
      return (await promisify(execFile)(this.file, [...parameters])).stdout;
    } catch (error) {
      const { stdout, message } = error as Error & { stdout?: string };
      if (!stdout?.includes('FAILED')) throw new Error(message);
      return stdout;
    }
  }
}

function inSource(mayDownload = false) {
  const env = { ...process.env, GOFLAGS: '-mod=readonly', GOTOOLCHAIN: 'local' };
  return { cwd: SOURCE, env: mayDownload ? env : { ...env, GOPROXY: 'off' } };
}
