import { parseAmount, parseBytes, parseNumber } from '../../domain/chain/codec/hex.js';
import { isPrecompile } from '../../domain/chain/protocol/precompile.js';
import type { Frame, FrameType, PrecompileCall } from '../../domain/chain/record/block.js';
import { childPath, ROOT_PATH } from '../../domain/chain/record/frame-path.js';
import { isCreation } from '../../domain/chain/record/is-creation.js';
import { MalformedAnswer } from '../rpc/node-errors.js';
import type { RpcHex, RpcLog, SourcedFrame } from '../rpc/rpc-block.js';
import { frameError } from './frame-error.js';

interface NestedLog extends RpcLog {
  readonly position?: string | number;
}

/** One frame of geth's `callTracer`. */
export interface NestedCall {
  readonly type: string;
  readonly from: RpcHex;
  readonly to?: RpcHex | null;
  readonly value?: string;
  readonly gas?: string;
  readonly gasUsed?: string;
  readonly input?: RpcHex;
  readonly output?: RpcHex;
  readonly error?: string;
  readonly calls?: readonly NestedCall[] | null;
  readonly logs?: readonly NestedLog[] | null;
}

const EMPTY = Buffer.alloc(0);
const NESTED_TYPES: Readonly<Record<string, FrameType>> = {
  CALL: 'CALL',
  CALLCODE: 'CALLCODE',
  DELEGATECALL: 'DELEGATECALL',
  STATICCALL: 'STATICCALL',
  CREATE: 'CREATE',
  CREATE2: 'CREATE2',
  SELFDESTRUCT: 'SELFDESTRUCT',
};

/**
 * Frames of one transaction from geth-style nested calls, in the normal form of `Frame`.
 *
 * @param withLogs whether the tracer was asked for logs. Then every frame has `logIndexes`, numbered in the
 * order of emission (a log states how many calls its frame had made before it), and the root has the logs.
 * Logs of failed frames are left out, because receipts do not have them. If the tracer gives no log
 * positions, the order is unknown, and no frame has any
 * @throws MalformedAnswer on a frame of an unknown type
 */
export function nestedCallFrames(root: NestedCall, withLogs: boolean): SourcedFrame[] {
  const frames: SourcedFrame[] = [];
  const tracedLogs: NestedLog[] = [];
  const precompileCalls: PrecompileCall[] = [];
  let isOrdered = true;

  const visit = (call: NestedCall, path: Buffer, undone: boolean): void => {
    const failed = undone || call.error !== undefined;
    const logIndexes: number[] = [];
    const caller = frames.length;
    frames.push(frameOf(call, path, withLogs ? logIndexes : undefined));
    const logs = failed ? [] : (call.logs ?? []);
    if (logs.some(({ position }) => position === undefined)) isOrdered = false;
    let log = 0;
    const emitBefore = (callsMade: number): void => {
      for (; log < logs.length && Number(logs[log]!.position) <= callsMade; log++) {
        logIndexes.push(tracedLogs.length);
        tracedLogs.push(logs[log]!);
      }
    };
    let sibling = 0;
    const calls = call.calls ?? [];
    for (let made = 0; made < calls.length; made++) {
      emitBefore(made);
      const child = calls[made]!;
      if (isSilent(child)) precompileCalls.push(precompileCall(child, caller, made));
      else visit(child, childPath(path, sibling++), failed);
    }
    emitBefore(Number.POSITIVE_INFINITY);
  };

  visit(root, ROOT_PATH, false);
  if (withLogs && !isOrdered) return nestedCallFrames(root, false);
  if (withLogs && tracedLogs.length > 0) frames[0] = { ...frames[0]!, tracedLogs };
  const isFailure =
    precompileCalls.some(({ failure }) => failure) || frames.some(({ error }) => error !== undefined);
  if (precompileCalls.length > 0 && isFailure)
    frames[0] = { ...frames[0]!, precompileCalls: inOrder(precompileCalls) };
  return frames;
}

/**
 * A call without value to a precompile: flat tracers leave it out, so it is no frame. Where something failed,
 * such calls are kept beside the frames.
 */
function isSilent({ type, to, value }: NestedCall): boolean {
  // A cheap test that nearly every callee fails, before the address is decoded.
  if (!to?.startsWith('0x000000000000000000000000000000000000')) return false;
  if (type === 'SELFDESTRUCT' || type === 'CREATE' || type === 'CREATE2') return false;
  const carriesValue = (type === 'CALL' || type === 'CALLCODE') && value !== undefined && value !== '0x0';
  return !carriesValue && isPrecompile(parseBytes(to, 'frame.to', 20));
}

function precompileCall(call: NestedCall, caller: number, position: number): PrecompileCall {
  if (call.error === undefined) return { caller, position };
  const { type, to, gas, gasUsed, output, error } = frameOf(call, ROOT_PATH, undefined);
  return { caller, position, failure: { type, to: to!, gas, gasUsed, output, error: error! } };
}

/** A caller's calls are not consecutive, because frames between them add theirs. */
function inOrder(calls: PrecompileCall[]): PrecompileCall[] {
  return calls.sort((a, b) => a.caller - b.caller || a.position - b.position);
}

function frameOf(call: NestedCall, path: Buffer, logIndexes: number[] | undefined): Frame {
  const type = NESTED_TYPES[call.type];
  if (type === undefined)
    throw new MalformedAnswer(`call frame of unknown type ${String(call.type).slice(0, 40)}`);
  const creates = isCreation(type);
  const failed = call.error !== undefined;
  const carriesValue = type !== 'DELEGATECALL' && type !== 'STATICCALL' && call.value !== undefined;
  const frame: { -readonly [K in keyof Frame]: Frame[K] } = {
    path,
    type,
    from: parseBytes(call.from, 'frame.from', 20),
    value: carriesValue ? parseAmount(call.value, 'frame.value') : 0n,
    gas: call.gas === undefined ? 0 : parseNumber(call.gas, 'frame.gas'),
    gasUsed: call.gasUsed === undefined ? 0 : parseNumber(call.gasUsed, 'frame.gasUsed'),
    input: call.input === undefined ? EMPTY : parseBytes(call.input, 'frame.input'),
    output:
      call.output !== undefined && (failed || creates) ? parseBytes(call.output, 'frame.output') : EMPTY,
  };
  if (call.to && !(creates && failed)) frame.to = parseBytes(call.to, 'frame.to', 20);
  if (failed) frame.error = frameError(call.error!);
  if (logIndexes !== undefined) frame.logIndexes = logIndexes;
  return frame;
}
