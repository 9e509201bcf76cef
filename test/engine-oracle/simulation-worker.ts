import { parentPort } from 'node:worker_threads';
import { MemoryTrialStore } from './memory-trial.js';
import { BINDINGS, CATALOG, trial } from './trial.js';

/** One life to live, asked of the worker; it answers with what went wrong, or nothing. */
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
