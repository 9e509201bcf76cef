import { parentPort, workerData } from 'node:worker_threads';
import type { ForkSchedule } from '../../domain/chain/protocol/fork-schedule.js';
import { receivedSchedule } from '../../domain/chain/protocol/received-schedule.js';
import { endOnRequest } from '../../platform/thread/own-thread.js';
import { ViewExecutor } from '../execution/view-executor.js';
import { compareInterpreters } from './compare-interpreters.js';
import type { CompareTask } from './compare-task.js';

/** A thread that executes tracked calls by both interpreters. */
endOnRequest();
const executor = new ViewExecutor(receivedSchedule(workerData as ForkSchedule));

parentPort!.on('message', async (task: CompareTask) => {
  parentPort!.postMessage(await compareInterpreters(executor, task));
});
