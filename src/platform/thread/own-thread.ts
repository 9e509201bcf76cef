import { parentPort, Worker } from 'node:worker_threads';

const END = 'end';
const PATIENCE_MS = 30_000;

/** Ends this thread on request, between two of its steps. For threads that are started as `OwnThread`. */
export function endOnRequest(): void {
  parentPort!.on('message', (message) => {
    if (message === END) process.exit();
  });
}

/**
 * A thread that is ended between two of its steps.
 *
 * INVARIANT: a thread must not be ended while it loads or calls a native module: that would abort the whole
 * process. A thread that does not react for a while is ended all the same, and not waited for.
 */
export class OwnThread extends Worker {
  override terminate(): Promise<number> {
    if (this.threadId === -1) return Promise.resolve(0);
    this.ref();
    this.postMessage(END);
    return new Promise((done) => {
      const late = setTimeout(() => {
        void super.terminate();
        this.unref();
        done(1);
      }, PATIENCE_MS);
      this.once('exit', (code) => {
        clearTimeout(late);
        done(code);
      });
    });
  }
}
