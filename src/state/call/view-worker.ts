import { parentPort, workerData } from 'node:worker_threads';
import type { ForkSchedule } from '../../domain/chain/protocol/fork-schedule.js';
import { receivedSchedule } from '../../domain/chain/protocol/received-schedule.js';
import { ViewExecutor } from '../execution/view-executor.js';
import { executeWitness } from './execute-witness.js';
import { KnownPlaces } from './known-places.js';
import { TaskState } from './task-state.js';
import type { ViewOutcome, ViewTask } from './view-task.js';
import type { WitnessTask } from './witness-task.js';

/** A thread that runs view calls, one after the other. Buffers come as plain bytes. */
const schedule = receivedSchedule(workerData as ForkSchedule);
const executor = new ViewExecutor(schedule);

parentPort!.on('message', async (task: ViewTask | WitnessTask) => {
  parentPort!.postMessage('state' in task ? await executeWitness(task, schedule) : await executeView(task));
});

async function executeView({ to, data, block, known, hashes, limits }: ViewTask): Promise<ViewOutcome> {
  const state = new TaskState(new KnownPlaces(known), limits === undefined);
  const hashOf = (number: number) => hashes.get(number);
  const result = await executor.view(to, data, { ...block, hashOf }, state, { limits });
  return { result, missed: state.missedBy(result.reason) };
}
