import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Pool } from 'pg';
import { CanonicalChain } from '../../src/event-store/canonical-chain.js';
import { PATIENCE_MS } from '../patience.js';

/** Settings of the ingester. */
export interface IngesterSettings {
  readonly rpcUrl: string;
  readonly databaseUrl: string;
  readonly firstBlock: number;
}

const SCRIPT = fileURLToPath(new URL('./ingester-process.js', import.meta.url));

/** The real ingester in its own process, so that it can be killed. */
export class IngesterUnderTest {
  #child: ChildProcess | undefined;
  #complaints = '';

  /** `pool` reads the ingester's database from another process. */
  constructor(
    private readonly settings: IngesterSettings,
    private readonly pool: Pool,
  ) {}

  start(): void {
    const child = spawn(process.execPath, [SCRIPT, JSON.stringify(this.settings)], {
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    child.stderr!.on('data', (chunk: Buffer) => {
      this.#complaints = (this.#complaints + chunk.toString()).slice(-2_000);
    });
    this.#child = child;
  }

  /** Waits for the running flush to commit, then ends the process. */
  async stop(): Promise<void> {
    await this.#end((child) => child.stdin!.end());
  }

  /** Kills the process at once. */
  async kill(): Promise<void> {
    await this.#end((child) => child.kill('SIGKILL'));
  }

  /** Resolves once the stored head is this block. Rejects with the ingester's errors if it does not get there. */
  async settle(headHash: string): Promise<void> {
    const chain = new CanonicalChain(this.pool);
    const until = Date.now() + PATIENCE_MS;
    for (;;) {
      const head = await chain.head();
      if (head && `0x${head.hash.toString('hex')}` === headHash) return;
      if (this.#child?.exitCode !== null) throw new Error(`the ingester ended: ${this.#complaints}`);
      if (Date.now() > until)
        throw new Error(`the stored head stays at ${head?.number}, not ${headHash}: ${this.#complaints}`);
      await setTimeout(25);
    }
  }

  async #end(how: (child: ChildProcess) => unknown): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    how(child);
    await ended;
  }
}
