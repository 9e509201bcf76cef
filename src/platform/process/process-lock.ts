import { readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createOnce } from './create-once.js';
import { makeDirectory } from './make-directory.js';
import { identifySelf, isRunning, type ProcessIdentity } from './process-identity.js';

/** Processes of other users wait for the same lock. */
const READABLE_TO_ALL = 0o644;

/** The lock could not be had in time. */
export class LockHeld extends Error {
  override readonly name = 'LockHeld';
  constructor(
    directory: string,
    readonly holder: ProcessIdentity,
  ) {
    super(`${directory} is still locked by process ${holder.pid}`);
  }
}

/**
 * Mutual exclusion between processes of one machine, by files of a directory; a holder that was killed is passed over.
 *
 * Each holder owns one number, and the highest number rules. Taking over from the dead means creating the next number,
 * which the file system grants once, so two processes that find the same dead holder cannot both succeed (they can
 * with one lock file that is unlinked and recreated).
 */
export class ProcessLock {
  private readonly self = identifySelf();

  constructor(private readonly directory: string) {
    makeDirectory(directory);
  }

  /**
   * Runs `work` while holding the lock; waits for it as long as its holder lives.
   * @throws LockHeld when it was not free within `withinMs`
   */
  async hold<T>(work: () => Promise<T>, withinMs = 600_000): Promise<T> {
    const release = await this.take(withinMs);
    try {
      return await work();
    } finally {
      release();
    }
  }

  /**
   * Takes the lock for the life of this process, or until the returned function is called.
   * @throws LockHeld when it was not free within `withinMs`; 0 tries once
   */
  async take(withinMs: number): Promise<() => void> {
    const number = await this.acquire(performance.now() + withinMs);
    return () => truncateSync(this.fileOf(number));
  }

  private async acquire(deadline: number): Promise<number> {
    for (;;) {
      const highest = this.highest();
      const holder = this.holderOf(highest);
      if (holder === undefined || !isRunning(holder)) {
        if (this.claim(highest + 1)) return highest + 1;
        continue;
      }
      if (performance.now() >= deadline) throw new LockHeld(this.directory, holder);
      await sleep(50);
    }
  }

  private claim(number: number): boolean {
    // The file appears with its holder in it, because an empty file means released.
    if (!createOnce(this.fileOf(number), JSON.stringify(this.self), READABLE_TO_ALL)) return false;
    // A slow claimant may create a number that was already passed and removed: only the highest number holds.
    if (this.highest() !== number) {
      rmSync(this.fileOf(number), { force: true });
      return false;
    }
    for (const passed of this.numbers()) if (passed < number) rmSync(this.fileOf(passed), { force: true });
    return true;
  }

  private holderOf(number: number): ProcessIdentity | undefined {
    try {
      const text = readFileSync(this.fileOf(number), 'utf8');
      return text === '' ? undefined : (JSON.parse(text) as ProcessIdentity);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      // Claims appear whole, so the machine has lost power since, and the holder is gone.
      if (error instanceof SyntaxError) return undefined;
      throw error;
    }
  }

  private highest(): number {
    return Math.max(0, ...this.numbers());
  }

  private numbers(): number[] {
    return readdirSync(this.directory).flatMap((name) => {
      const number = /^held-(\d+)$/.exec(name)?.[1];
      return number === undefined ? [] : [Number(number)];
    });
  }

  private fileOf(number: number): string {
    return join(this.directory, `held-${number}`);
  }
}
