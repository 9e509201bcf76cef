import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

type LineListener = (line: string) => void;

const KEPT_CHARACTERS = 32_768;

/** Output of a child on both streams: lines as they come, and the last part for messages. */
export class ChildOutput {
  private kept = '';
  private readonly listeners = new Set<LineListener>();

  constructor(child: ChildProcess, onLine?: LineListener) {
    if (onLine !== undefined) this.listeners.add(onLine);
    for (const stream of [child.stdout, child.stderr] as Readable[]) {
      createInterface({ input: stream }).on('line', (line) => {
        this.kept = `${this.kept}${line}\n`.slice(-KEPT_CHARACTERS);
        for (const listener of this.listeners) listener(line);
      });
    }
  }

  /** The last 32 KB, oldest first. */
  read(): string {
    return this.kept;
  }

  /** The next line that matches; stays pending when none comes. */
  line(pattern: RegExp): Promise<RegExpMatchArray> {
    return new Promise((resolve) => {
      const watch: LineListener = (line) => {
        const match = line.match(pattern);
        if (match === null) return;
        this.listeners.delete(watch);
        resolve(match);
      };
      this.listeners.add(watch);
    });
  }
}
