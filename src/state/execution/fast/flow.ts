import type { GasCosts } from './gas-costs.js';
import type { Handler, Handlers } from './handler.js';
import { FAULT, HAND_OVER } from './signals.js';

const NOTHING = new Uint8Array(0);
const DUP1 = 0x80;
const SWAP1 = 0x90;
const LOG0 = 0xa0;

/** Stack, jumps, and the ends of a frame. */
export function flowHandlers(costs: GasCosts): Handlers {
  const end =
    (opcode: number, outcome: 'returned' | 'reverted'): Handler =>
    (frame) => {
      const length = frame.peek(1);
      frame.spend(costs.base[opcode]! + frame.memoryGas(frame.peek(0), length));
      frame.growMemory();
      frame.result = { outcome, output: frame.memory(frame.pop(), length) };
    };
  return new Map<number, Handler>([
    [
      0x00,
      (frame) => {
        frame.result = { outcome: 'returned', output: NOTHING };
      },
    ],
    [0x50, (frame) => void frame.pop()],
    [0x56, (frame) => frame.jump(frame.pop())],
    [
      0x57,
      (frame) => {
        const target = frame.pop();
        if (frame.pop() !== 0n) frame.jump(target);
      },
    ],
    [0x58, (frame) => frame.push(BigInt(frame.pc - 1))],
    [0x59, (frame) => frame.push(BigInt(frame.words * 32))],
    [0x5b, () => {}],
    [0x5f, (frame) => frame.push(0n)],
    ...range(16, (n) => [DUP1 + n, (frame) => frame.push(frame.peek(n))]),
    ...range(16, (n) => [SWAP1 + n, swapWith(n + 1)]),
    ...range(5, (topics) => [LOG0 + topics, log(costs, topics)]),
    [0xf3, end(0xf3, 'returned')],
    [0xfd, end(0xfd, 'reverted')],
  ]);
}

function swapWith(depth: number): Handler {
  return ({ stack }) => {
    const top = stack.length - 1;
    const other = stack[top - depth];
    if (other === undefined) throw FAULT;
    stack[top - depth] = stack[top]!;
    stack[top] = other;
  };
}

/** A log has no effect on the result of a view call but its price, and that a static call may not make one. */
function log(costs: GasCosts, topics: number): Handler {
  return (frame) => {
    if (frame.call.isStatic) throw FAULT;
    const length = frame.peek(1);
    const memory = frame.memoryGas(frame.peek(0), length);
    frame.spend(
      costs.base[LOG0 + topics]! + memory + costs.logTopic * topics + costs.logByte * Number(length),
    );
    frame.growMemory();
    for (let popped = 0; popped < topics + 2; popped++) frame.pop();
  };
}

/** Writes are the reference's, unless the call is static, which may not write. */
export function writeHandlers(): Handlers {
  const write: Handler = (frame) => {
    throw frame.call.isStatic ? FAULT : HAND_OVER;
  };
  return new Map([0x55, 0x5d, 0xf0, 0xf5, 0xff].map((opcode) => [opcode, write]));
}

function range(count: number, entry: (n: number) => [number, Handler]): [number, Handler][] {
  return Array.from({ length: count }, (_, n) => entry(n));
}
