import { bytes, keccak, quantity } from './bytes.js';
import type { SimBlock } from './sim-block.js';
import { callsOf, type FrameFailure, isCreation, type SimFrame } from './sim-frame.js';
import type { AccountDiff, RunTransaction } from './transaction-run.js';
import { ZERO_WORD } from './world-state.js';

/** A frame in the form of geth's `callTracer` with `withLog`. */
export interface CallTraceJson {
  readonly type: string;
  readonly from: string;
  readonly to?: string;
  readonly value?: string;
  readonly gas: string;
  readonly gasUsed: string;
  readonly input: string;
  readonly output?: string;
  readonly error?: string;
  readonly revertReason?: string;
  readonly calls?: readonly CallTraceJson[];
  readonly logs?: readonly {
    readonly address: string;
    readonly topics: readonly string[];
    readonly data: string;
    /** Number of calls that the frame made before this log. */
    readonly position: string;
  }[];
}

const ERRORS: Record<FrameFailure, string> = {
  reverted: 'execution reverted',
  outOfGas: 'out of gas',
  invalidOpcode: 'invalid opcode: INVALID',
  badJump: 'invalid jump destination',
  poor: 'insufficient balance for transfer',
};

/** The answer of `debug_traceBlockBy*` with the `callTracer`. */
export const callTraces = (block: SimBlock, withLog: boolean): { txHash: string; result: CallTraceJson }[] =>
  block.runs.map((run) => ({ txHash: run.signed.json.hash, result: rootTrace(run, withLog) }));

/** The root frame has the gas of the whole transaction; the others have their own. */
function rootTrace(run: RunTransaction, withLog: boolean): CallTraceJson {
  const gas = { gas: quantity(run.draft.gas), gasUsed: quantity(run.gasUsed) };
  return { ...trace(run.root, withLog), ...gas };
}

function trace(frame: SimFrame, withLog: boolean): CallTraceJson {
  const calls = callsOf(frame).map((call) => trace(call, withLog));
  const logs = withLog ? positionedLogs(frame) : [];
  const { failure } = frame;
  const silent = failure !== undefined && failure !== 'reverted';
  return {
    from: frame.from,
    gas: quantity(frame.gas),
    gasUsed: quantity(frame.gasUsed),
    // A failed creation has no contract with an address.
    ...(!(failure && isCreation(frame)) && { to: frame.to }),
    input: frame.input,
    ...(frame.output !== '0x' && !silent && { output: frame.output }),
    ...(failure && { error: ERRORS[failure] }),
    ...(frame.output.startsWith('0x08c379a0') && { revertReason: 'no!' }),
    ...(calls.length > 0 && { calls }),
    ...(logs.length > 0 && { logs }),
    ...(frame.type !== 'STATICCALL' && { value: quantity(frame.value) }),
    type: frame.type,
  };
}

function positionedLogs(frame: SimFrame): NonNullable<CallTraceJson['logs']> {
  let calls = 0;
  return frame.events.flatMap((event) => {
    if ('log' in event) return [{ ...event.log, position: quantity(calls) }];
    calls++;
    return [];
  });
}

interface PrestateAccountJson {
  balance?: string;
  nonce?: number;
  code?: string;
  codeHash?: string;
  storage?: Record<string, string>;
}

export interface PrestateDiffJson {
  readonly pre: Record<string, PrestateAccountJson>;
  readonly post: Record<string, PrestateAccountJson>;
}

/** The answer of `debug_traceBlockBy*` with the `prestateTracer` in `diffMode`. */
export const prestateDiffs = (block: SimBlock): { txHash: string; result: PrestateDiffJson }[] =>
  block.runs.map((run) => ({ txHash: run.signed.json.hash, result: prestateDiff(run.diff) }));

function prestateDiff(diff: readonly AccountDiff[]): PrestateDiffJson {
  const pre: Record<string, PrestateAccountJson> = {};
  const post: Record<string, PrestateAccountJson> = {};
  for (const { address, before, after } of diff) {
    const oldSlots: Record<string, string> = {};
    const newSlots: Record<string, string> = {};
    for (const [slot, value] of before.slots) {
      const now = after?.slots.get(slot) ?? ZERO_WORD;
      if (now !== value && value !== ZERO_WORD) oldSlots[slot] = value;
      if (now !== value && now !== ZERO_WORD) newSlots[slot] = now;
    }
    if (before.existed) {
      pre[address] = {
        balance: quantity(before.balance),
        ...(before.nonce > 0 && { nonce: before.nonce }),
        ...(before.code !== '0x' && { code: before.code, codeHash: keccak(bytes(before.code)) }),
        ...(Object.keys(oldSlots).length > 0 && { storage: oldSlots }),
      };
    }
    if (!after) continue;
    post[address] = {
      ...(after.balance !== before.balance && { balance: quantity(after.balance) }),
      ...(after.nonce !== before.nonce && { nonce: after.nonce }),
      ...(after.code !== before.code && { code: after.code, codeHash: keccak(bytes(after.code)) }),
      ...(Object.keys(newSlots).length > 0 && { storage: newSlots }),
    };
  }
  return { pre, post };
}
