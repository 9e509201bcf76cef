import { parentPort } from 'node:worker_threads';
import { MemoryTrialStore } from './memory-trial.js';
import { BINDINGS, CATALOG, trial } from './trial.js';

/** A simulation for the worker to run; it answers with the problem, or an empty text. */
export interface SimulationRequest {
  readonly seed: number;
  readonly blocks: number;
  readonly pausesCompared: number;
  readonly isPlain?: boolean;
}

parentPort!.on('message', async ({ seed, blocks, pausesCompared, isPlain }: SimulationRequest) => {
  try {
    await trial(seed, blocks, new MemoryTrialStore(CATALOG, BINDINGS), pausesCompared, isPlain);
    parentPort!.postMessage('');
  } catch (error) {
    parentPort!.postMessage(error instanceof Error ? error.message : String(error));
  }
});
