import type { Worker } from 'node:worker_threads';
import type { ChainKind } from '../../domain/chain/record/chain-kind.js';
import type { Followers } from '../../event-store/followers.js';
import { OwnThread } from '../../platform/thread/own-thread.js';
import { EVALUATING, MOST_BEHIND } from '../projection/projectors.js';

/** An idle thread ends after this time, which frees its memory. */
const REST_MS = 60_000;

/** What the thread is started with. */
export interface ClaimWorkerSettings {
  readonly databaseUrl: string;
  readonly chain: ChainKind;
  readonly names: ReadonlySet<string>;
  readonly epoch: number;
  /** How many threads divide the subjects among them; with one, the thread itself evaluates all. */
  readonly shards: number;
}

export interface ClaimTask {
  readonly end: number;
  /** Whether others may have written since the last task, so that caches are outdated. */
  readonly isAnew: boolean;
}

/** Moves the projectors that evaluate along the log in a thread of its own, which starts when it is needed first. */
export class ClaimThread implements Followers {
  readonly names = EVALUATING;
  #thread: Worker | undefined;
  #hasFailed = false;
  #isAnew = true;
  #end = 0;
  #reached = 0;
  #waiting: { readonly position: number; readonly done: () => void }[] = [];
  #rest: NodeJS.Timeout | undefined;

  /**
   * @param onLost is told why the thread died. What it had under way is rolled back, and the calling thread
   * does it.
   */
  constructor(
    private readonly settings: Pick<ClaimWorkerSettings, 'databaseUrl' | 'chain'> & {
      readonly shards?: number;
    },
    private readonly onLost: (reason: string) => void,
  ) {}

  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  async follow(end: number, epoch: number): Promise<void> {
    if (this.#hasFailed) return;
    clearTimeout(this.#rest);
    this.#thread ??= this.#start(epoch);
    this.#thread.ref();
    this.#thread.postMessage({ end, isAnew: this.#isAnew } satisfies ClaimTask);
    this.#isAnew = false;
    this.#end = end;
    await this.#near(end - MOST_BEHIND);
  }

  async rest(): Promise<void> {
    await this.#near(this.#end);
    this.#isAnew = true;
    this.#thread?.unref();
    this.#rest = setTimeout(() => this.#stop(), REST_MS).unref();
  }

  /** Ends the thread; what it has under way is rolled back. */
  async close(): Promise<void> {
    this.#hasFailed = true;
    clearTimeout(this.#rest);
    await this.#stop();
    this.#tell();
  }

  async #stop(): Promise<void> {
    const thread = this.#thread;
    this.#thread = undefined;
    await thread?.terminate();
  }

  #start(epoch: number): Worker {
    const { settings, names } = this;
    const workerData: ClaimWorkerSettings = { shards: 1, ...settings, names, epoch };
    const thread = new OwnThread(new URL('./claim-worker.js', import.meta.url), { workerData });
    let reason = 'it exited';
    thread.on('message', (position: number) => {
      this.#reached = position;
      this.#tell();
    });
    thread.on('error', (error) => {
      reason = error.message;
    });
    thread.on('exit', () => {
      // It was ended by us.
      if (this.#thread !== thread) return;
      this.#thread = undefined;
      this.#hasFailed = true;
      this.onLost(reason);
      this.#tell();
    });
    return thread;
  }

  #near(position: number): Promise<void> {
    if (this.#hasFailed || this.#reached >= position) return Promise.resolve();
    return new Promise((done) => this.#waiting.push({ position, done }));
  }

  #tell(): void {
    const isDone = ({ position }: { readonly position: number }) =>
      this.#hasFailed || this.#reached >= position;
    const ready = this.#waiting.filter(isDone);
    this.#waiting = this.#waiting.filter((one) => !isDone(one));
    for (const { done } of ready) done();
  }
}

/** What is logged of a thread that died. */
export function lostClaimThread(reason: string): string {
  return `the thread that evaluates claims died (${reason}); they are evaluated in the thread that writes from here on`;
}
