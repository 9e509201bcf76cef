import type { Address } from '../../../domain/chain/hex.js';
import { isGivenRestOfGas, OP } from '../run/opcode.js';
import type { CallType } from '../run/view-result.js';
import { addressOf } from '../run/word.js';
import { delegateOf } from './delegate.js';
import type { Frame } from './frame.js';
import type { GasCosts } from './gas-costs.js';
import type { Handler, Handlers } from './handler.js';
import { FAULT, HAND_OVER, OUT_OF_GAS } from './signals.js';

/** Frames deeper than this are the reference's: these here are on the stack of JavaScript. */
const MAX_DEPTH = 64;

/** What came of a call. */
export interface CallResult {
  readonly succeeded: boolean;
  readonly gasUsed: number;
  readonly output: Uint8Array;
}

/** A call as its opcode describes it. */
export interface InnerCall {
  readonly to: Address;
  readonly self: Address;
  readonly caller: bigint;
  readonly input: Uint8Array;
  readonly gas: number;
  readonly isStatic: boolean;
  readonly depth: number;
  readonly isCapped: boolean;
}

interface Operands {
  readonly requestedGas: bigint;
  readonly to: Address;
  readonly inOffset: bigint;
  readonly inLength: bigint;
  readonly outOffset: bigint;
  readonly outLength: bigint;
}

/** CALL, CALLCODE, DELEGATECALL and STATICCALL without value. */
export function callHandlers(
  costs: GasCosts,
  hasDelegations: boolean,
  execute: (frame: Frame, call: InnerCall) => CallResult,
): Handlers {
  const handler =
    (opcode: number, type: CallType, hasValue: boolean): Handler =>
    (frame) => {
      const operands = operandsOf(frame, type, hasValue);
      const { to, inOffset, inLength, outOffset, outLength } = operands;
      const gas = costs.base[opcode]! + calleeGas(frame, operands, hasDelegations);
      const left = frame.gas - gas;
      if (left < 0) throw OUT_OF_GAS;
      const allowed = left - Math.floor(left / 64);
      const isRest = operands.requestedGas > BigInt(allowed) || isGivenRestOfGas(frame.code, frame.pc - 1);
      const isCapped = frame.call.isCapped && isRest;
      const given = operands.requestedGas > BigInt(allowed) ? allowed : Number(operands.requestedGas);
      frame.spend(gas);
      frame.growMemory();
      const { self, caller, depth, isStatic } = frame.call;
      const input = frame.memory(inOffset, inLength);
      const { input: own } = frame.call;
      const forwardsInput = Buffer.compare(input.subarray(0, own.length), own) === 0;
      const words = frame.words;
      frame.noteAccess(to);
      frame.run.enterCall({ type, depth, from: self, to, forwardsInput }, words);
      if (depth + 1 > MAX_DEPTH) throw HAND_OVER;
      frame.stack.length -= hasValue ? 7 : 6;
      const { succeeded, gasUsed, output } = execute(frame, {
        to,
        self: type === 'call' || type === 'staticcall' ? to : self,
        caller: type === 'delegatecall' ? caller : BigInt(self),
        input,
        gas: given,
        isStatic: isStatic || type === 'staticcall',
        depth: depth + 1,
        isCapped,
      });
      frame.run.leaveCall(words);
      frame.gas -= gasUsed;
      frame.returnData = output;
      const written = BigInt(output.length) < outLength ? BigInt(output.length) : outLength;
      frame.copyToMemory(outOffset, output, 0n, written);
      frame.push(succeeded ? 1n : 0n);
    };
  return new Map([
    [OP.CALL, handler(OP.CALL, 'call', true)],
    [OP.CALLCODE, handler(OP.CALLCODE, 'callcode', true)],
    [OP.DELEGATECALL, handler(OP.DELEGATECALL, 'delegatecall', false)],
    [OP.STATICCALL, handler(OP.STATICCALL, 'staticcall', false)],
  ]);
}

function operandsOf(frame: Frame, type: CallType, hasValue: boolean): Operands {
  const first = hasValue ? 3 : 2;
  // The deepest first: with it there are all.
  const outLength = frame.peek(first + 3);
  if (hasValue && frame.peek(2) !== 0n) throw type === 'call' && frame.call.isStatic ? FAULT : HAND_OVER;
  return {
    requestedGas: frame.peek(0),
    to: addressOf(frame.peek(1)),
    inOffset: frame.peek(first),
    inLength: frame.peek(first + 1),
    outOffset: frame.peek(first + 2),
    outLength,
  };
}

/** What memory and access to the callee cost, and to the account that it delegates to (EIP-7702). */
function calleeGas(
  frame: Frame,
  { to, inOffset, inLength, outOffset, outLength }: Operands,
  hasDelegations: boolean,
): number {
  const memory = frame.memoryGas(inOffset, inLength) + frame.memoryGas(outOffset, outLength);
  const access = frame.shared.accountGas(to);
  const delegate = hasDelegations ? delegateOf(frame.run.code(to)) : undefined;
  return memory + access + (delegate === undefined ? 0 : frame.shared.accountGas(delegate));
}
