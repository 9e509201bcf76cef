import { decodeHeader } from '../../domain/chain/codec/header-rlp.js';
import type { ForkSchedule } from '../../domain/chain/protocol/fork-schedule.js';
import { type ExecutedViews, executeViews } from '../witness/execute-views.js';
import type { WitnessTask } from './witness-task.js';

/** Executes a call below the state root of its header. Buffers came as plain bytes. */
export function executeWitness(
  { to, data, header: raw, ancestors, state }: WitnessTask,
  schedule: ForkSchedule,
): Promise<ExecutedViews> {
  const header = decodeHeader(bufferOf(raw));
  const before = ancestors.map((one) => decodeHeader(bufferOf(one)));
  const witness = { nodes: state.nodes.map(bufferOf), codes: state.codes.map(bufferOf) };
  return executeViews(header, before, schedule, header.stateRoot, witness, [{ to, data }]);
}

const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
