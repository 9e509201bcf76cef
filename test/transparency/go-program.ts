import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const SOURCE = join(process.cwd(), 'test', 'transparency', 'go');
const GO = [...(process.env.PATH ?? '').split(delimiter), '/usr/local/go/bin']
  .map((directory) => join(directory, 'go'))
  .find((file) => existsSync(file));

/** Whether Go is here with the modules of the program, so that nothing is downloaded. */
export function isGoHere(): boolean {
  if (GO === undefined) return false;
  try {
    execFileSync(GO, ['list', '-deps', '.'], { ...inSource(), stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** The program of `test/transparency/go`, over others' code alone. */
export class GoProgram {
  private constructor(private readonly file: string) {}

  /** @param mayDownload modules that are not here */
  static async build(directory: string, mayDownload: boolean): Promise<GoProgram> {
    if (GO === undefined) throw new Error('there is no Go: install it, or put it on the PATH');
    const file = join(directory, 'tlogcheck');
    await promisify(execFile)(GO, ['build', '-o', file, '.'], inSource(mayDownload));
    return new GoProgram(file);
  }

  /** What it prints; its last line begins with `FAILED` where something is not as it should be. */
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
