import { parseAmount, parseBytes, parseNumber } from '../../domain/chain/codec/hex.js';
import { isPrecompile } from '../../domain/chain/protocol/precompile.js';
import type { Frame, FrameType } from '../../domain/chain/record/block.js';
import { childPath, ROOT_PATH } from '../../domain/chain/record/frame-path.js';
import { MalformedAnswer } from '../rpc/node-errors.js';
import type { RpcHex } from '../rpc/rpc-block.js';
import { frameError } from './frame-error.js';

/** One frame of `trace_block` and `trace_replayBlockTransactions`. */
export interface FlatTrace {
  readonly type: string;
  readonly action: {
    readonly callType?: string;
    readonly creationMethod?: string;
    readonly from?: RpcHex;
    readonly to?: RpcHex;
    readonly value?: RpcHex;
    readonly gas?: string;
    readonly input?: RpcHex;
    readonly init?: RpcHex;
    readonly address?: RpcHex;
    readonly refundAddress?: RpcHex;
    readonly balance?: string;
  };
  readonly result?: {
    readonly gasUsed?: string;
    readonly output?: RpcHex;
    readonly address?: RpcHex;
    readonly code?: RpcHex;
  } | null;
  readonly error?: string;
  readonly traceAddress: readonly number[];
  readonly transactionHash?: RpcHex | null;
  readonly blockHash?: RpcHex;
}

const EMPTY = Buffer.alloc(0);
const CALL_TYPES: Readonly<Record<string, FrameType>> = {
  call: 'CALL',
  callcode: 'CALLCODE',
  delegatecall: 'DELEGATECALL',
  staticcall: 'STATICCALL',
};

/**
 * Frames of one transaction from erigon-style flat traces (pre-order, with `traceAddress`), in the normal
 * form of `Frame`. This family gives no logs, so `logIndexes` is absent.
 *
 * @throws MalformedAnswer on an unknown trace type, or a trace without a parent
 */
export function flatCallFrames(traces: readonly FlatTrace[]): Frame[] {
  const frames: Frame[] = [];
  /** Path of each frame, and its number of children so far, by the text of `traceAddress`. */
  const seen = new Map<string, { readonly path: Buffer; children: number }>();
  for (const trace of traces) {
    const address = trace.traceAddress;
    const parent = address.length === 0 ? undefined : seen.get(address.slice(0, -1).join());
    if (address.length > 0 && parent === undefined)
      throw new MalformedAnswer('a trace stands before its parent');
    const frame = frameOf(trace, parent === undefined ? ROOT_PATH : childPath(parent.path, parent.children));
    if (parent !== undefined && frame.value === 0n && frame.to !== undefined && isPrecompile(frame.to))
      continue;
    if (parent !== undefined) parent.children++;
    seen.set(address.join(), { path: frame.path, children: 0 });
    frames.push(frame);
  }
  return frames;
}

function frameOf(trace: FlatTrace, path: Buffer): Frame {
  switch (trace.type) {
    case 'call':
      return callFrame(trace, path);
    case 'create':
      return creationFrame(trace, path);
    case 'suicide':
      return destructionFrame(trace, path);
    default:
      throw new MalformedAnswer(`trace of unknown type ${String(trace.type).slice(0, 40)}`);
  }
}

function callFrame({ action, result, error }: FlatTrace, path: Buffer): Frame {
  const type = CALL_TYPES[action.callType ?? 'call'];
  if (type === undefined)
    throw new MalformedAnswer(`call of unknown type ${String(action.callType).slice(0, 40)}`);
  const gas = parseNumber(action.gas ?? '0x0', 'action.gas');
  const carriesValue = type !== 'DELEGATECALL' && type !== 'STATICCALL';
  return {
    path,
    type,
    from: parseBytes(action.from ?? '', 'action.from', 20),
    to: parseBytes(action.to ?? '', 'action.to', 20),
    value: carriesValue ? parseAmount(action.value ?? '0x0', 'action.value') : 0n,
    gas,
    gasUsed: gasUsed(result, gas, error),
    input: parseBytes(action.input ?? '0x', 'action.input'),
    output: error === undefined ? EMPTY : parseBytes(result?.output ?? '0x', 'result.output'),
    ...(error === undefined ? {} : { error: frameError(error) }),
  };
}

function creationFrame({ action, result, error }: FlatTrace, path: Buffer): Frame {
  const gas = parseNumber(action.gas ?? '0x0', 'action.gas');
  // One implementation gives the revert data of a failed creation as its code.
  const output = result?.code ?? result?.output;
  return {
    path,
    type: action.creationMethod === 'create2' ? 'CREATE2' : 'CREATE',
    from: parseBytes(action.from ?? '', 'action.from', 20),
    ...(error === undefined && result?.address
      ? { to: parseBytes(result.address, 'result.address', 20) }
      : {}),
    value: parseAmount(action.value ?? '0x0', 'action.value'),
    gas,
    gasUsed: gasUsed(result, gas, error),
    input: parseBytes(action.init ?? '0x', 'action.init'),
    output: parseBytes(output ?? '0x', 'result.code'),
    ...(error === undefined ? {} : { error: frameError(error) }),
  };
}

function destructionFrame({ action }: FlatTrace, path: Buffer): Frame {
  return {
    path,
    type: 'SELFDESTRUCT',
    from: parseBytes(action.address ?? '', 'action.address', 20),
    to: parseBytes(action.refundAddress ?? '', 'action.refundAddress', 20),
    value: parseAmount(action.balance ?? '0x0', 'action.balance'),
    gas: 0,
    gasUsed: 0,
    input: EMPTY,
    output: EMPTY,
  };
}

/** A frame that halted has no result: it used all its gas, or none if it was refused before it began. */
function gasUsed(result: FlatTrace['result'], gas: number, error: string | undefined): number {
  if (result?.gasUsed !== undefined) return parseNumber(result.gasUsed, 'result.gasUsed');
  return error !== undefined && NEVER_BEGAN.test(error) ? 0 : gas;
}

const NEVER_BEGAN = /^(insufficient balance for transfer|max call depth exceeded)/i;
