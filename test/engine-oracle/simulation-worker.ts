import { parentPort } from 'node:worker_threads';
import { MemoryTrialStore } from './memory-trial.js';
import { BINDINGS, CATALOG, trial } from './trial.js';

/** A simulation for the worker to run; it answers with the problem, or an empty text. */
export interface SimulationRequest {
  readonly seed: number;
  readonly blocks: number;
  readonly pausesCompared: number;
}

parentPort!.on('message', async ({ seed, blocks, pausesCompared }: SimulationRequest) => {
  try {
    await trial(seed, blocks, new MemoryTrialStore(CATALOG, BINDINGS), pausesCompared);
    parentPort!.postMessage('');
  } catch (error) {
    parentPort!.postMessage(error instanceof Error ? error.message : String(error));
  }
});
