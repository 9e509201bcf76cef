import { expect, it } from '@jest/globals';
import { BackgroundWorker, type ErrorListener } from './background-worker.js';

class Scripted extends BackgroundWorker {
  readonly steps: string[] = [];
  readonly done: Promise<void>;
  #finish: () => void = () => undefined;

  constructor(
    private readonly script: string[],
    onError: ErrorListener,
  ) {
    super({ idle: 1, first: 1, longest: 2 }, onError);
    this.done = new Promise((resolve) => {
      this.#finish = resolve;
    });
  }

  protected async step(): Promise<boolean> {
    const step = this.script.shift();
    if (step === undefined) this.#finish();
    else this.steps.push(step);
    if (step?.startsWith('fail')) throw new Error(step);
    return step === 'more';
  }

  protected override failed(error: unknown): boolean | Promise<boolean> {
    return (error as Error).message !== 'fail for good' && super.failed(error);
  }
}

it('goes on after failures, and reports their beginning and their end once', async () => {
  const reported: (string | undefined)[] = [];
  const worker = new Scripted(['more', 'fail', 'fail again', 'ok', 'ok', 'fail'], (error) =>
    reported.push(error),
  );
  worker.start();
  await worker.done;
  await worker.stop();
  expect(worker.steps).toHaveLength(6);
  expect(reported).toEqual(['fail', undefined, 'fail', undefined]);
});

it('ends at a failure that it does not retry', async () => {
  const worker = new Scripted(['ok', 'fail for good', 'ok'], () => undefined);
  worker.start();
  while (worker.steps.length < 2) await new Promise((resolve) => setTimeout(resolve, 1));
  await new Promise((resolve) => setTimeout(resolve, 20));
  await worker.stop();
  expect(worker.steps).toEqual(['ok', 'fail for good']);
});
