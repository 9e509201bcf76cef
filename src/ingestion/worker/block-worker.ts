import { parentPort, workerData } from 'node:worker_threads';
import { receivedSchedule } from '../../domain/chain/protocol/received-schedule.js';
import { encodedBlock } from '../../event-store/encoded-block.js';
import { ExecutionSource } from '../../node/execution/execution-source.js';
import { SourceExhausted } from '../../node/rpc/node-refusal.js';
import { endOnRequest } from '../../platform/thread/own-thread.js';
import { yieldToOthers } from '../../platform/thread/yield-to-others.js';
import { VerifiedSource, withoutAllocation } from '../append/verified-source.js';
import type { WorkerMessage, WorkerSettings, WorkerTask } from './worker-message.js';

/**
 * A thread that fetches, verifies and encodes blocks. Its results are byte buffers that are moved to other
 * threads, not copied.
 */
const { nodes, schedule, firstBlock } = workerData as WorkerSettings;
const port = parentPort!;
const say = (message: WorkerMessage, moved: ArrayBuffer[] = []): void => port.postMessage(message, moved);

endOnRequest();
// Threads that write and evaluate bound a fill, so they get the processor first.
yieldToOthers();

let verifySeconds = 0;
const source = new VerifiedSource(
  ExecutionSource.of(nodes, (what, refusal) => say({ kind: 'refused', what, refusal })),
  receivedSchedule(schedule),
  (seconds) => {
    verifySeconds += seconds;
  },
  withoutAllocation({ number: firstBlock }),
);

port.on('message', async (number: WorkerTask) => {
  try {
    const block = await source.block(number, true);
    const [bundle, packed] = [encodedBlock(block).bundle, encodedBlock(block).packed].map(ownBytes);
    const node = source.execution.giverOf(number)!;
    say({ kind: 'block', number, bundle: bundle!, packed: packed!, node, verifySeconds }, [
      bundle!.buffer,
      packed!.buffer,
    ]);
    verifySeconds = 0;
  } catch (error) {
    if (error instanceof SourceExhausted) {
      const { what, refusals } = error;
      say({ kind: 'exhausted', number, what, refusals });
    } else say({ kind: 'failed', number, reason: error instanceof Error ? error.message : String(error) });
  }
});

/** Bytes with a buffer of their own, so that they can be moved to another thread. */
function ownBytes(bytes: Buffer): Uint8Array<ArrayBuffer> {
  const { buffer, byteLength } = bytes;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) return new Uint8Array(buffer);
  return Uint8Array.from(bytes);
}
