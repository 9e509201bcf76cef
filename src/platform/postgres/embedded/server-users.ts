import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readPidFile, removePidFile, writePidFile } from '../../process/pid-file.js';
import { identifySelf } from '../../process/process-identity.js';

/** The processes that use one embedded server: it is stopped by the last of them to leave. */
export class ServerUsers {
  private static entered = 0;
  private readonly directory: string;
  private readonly own: string;

  constructor(home: string) {
    this.directory = join(home, 'users');
    mkdirSync(this.directory, { recursive: true });
    this.own = join(this.directory, `${process.pid}-${ServerUsers.entered++}.pid`);
  }

  enter(): void {
    writePidFile(this.own, identifySelf());
  }

  leave(): void {
    removePidFile(this.own);
  }

  /** True while another process uses the server; entries of the dead are removed. */
  othersRemain(): boolean {
    let remain = false;
    for (const name of readdirSync(this.directory)) {
      const entry = join(this.directory, name);
      if (entry === this.own || !entry.endsWith('.pid')) continue;
      if (readPidFile(entry) === undefined) removePidFile(entry);
      else remain = true;
    }
    return remain;
  }
}
