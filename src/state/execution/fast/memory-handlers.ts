import { keccak256 } from '../../../domain/crypto/keccak.js';
import { OP } from '../run/opcode.js';
import { keccakSteps } from '../run/weights.js';
import type { Frame } from './frame.js';
import type { GasCosts } from './gas-costs.js';
import type { Handler, Handlers } from './handler.js';
import { FAULT } from './signals.js';
import { wordAt } from './word-bytes.js';

/** Words of a length. Where no budget pays for the length, none pays for so many words. */
const wordsOf = (length: bigint) => Number((length + 31n) / 32n);

/** Hashes, copies, and loads and stores of memory. */
export function memoryHandlers(costs: GasCosts): Handlers {
  const copy =
    (opcode: number, source: (frame: Frame) => Uint8Array): Handler =>
    (frame) => {
      const length = frame.peek(2);
      const memory = frame.memoryGas(frame.peek(0), length);
      frame.spend(costs.base[opcode]! + memory + costs.copyWord * wordsOf(length));
      if (opcode !== OP.RETURNDATACOPY) frame.run.copy(length);
      frame.growMemory();
      frame.copyToMemory(frame.pop(), source(frame), frame.pop(), frame.pop());
    };
  const access = (frame: Frame, opcode: number, length: bigint): number => {
    frame.spend(costs.base[opcode]! + frame.memoryGas(frame.peek(0), length));
    frame.growMemory();
    return Number(frame.pop());
  };
  const copyReturnData = copy(OP.RETURNDATACOPY, (frame) => frame.returnData);
  return new Map<number, Handler>([
    [
      0x20,
      (frame) => {
        const length = frame.peek(1);
        const memory = frame.memoryGas(frame.peek(0), length);
        frame.spend(costs.base[0x20]! + memory + costs.keccakWord * wordsOf(length));
        frame.run.weigh(keccakSteps(Number(length)));
        frame.growMemory();
        frame.push(wordAt(keccak256(frame.memory(frame.pop(), frame.pop())), 0));
      },
    ],
    [OP.CALLDATACOPY, copy(OP.CALLDATACOPY, (frame) => frame.call.input)],
    [OP.CODECOPY, copy(OP.CODECOPY, (frame) => frame.code)],
    [
      OP.RETURNDATACOPY,
      (frame) => {
        if (frame.peek(1) + frame.peek(2) > BigInt(frame.returnData.length)) throw FAULT;
        copyReturnData(frame);
      },
    ],
    [0x51, (frame) => frame.push(frame.loadWord(access(frame, 0x51, 32n)))],
    [0x52, (frame) => frame.storeWord(access(frame, 0x52, 32n), frame.pop())],
    [0x53, (frame) => frame.storeByte(access(frame, 0x53, 1n), Number(frame.pop() & 0xffn))],
    [
      0x5e,
      (frame) => {
        const length = frame.peek(2);
        const words = 3 * wordsOf(length);
        const memory = frame.memoryGas(frame.peek(1), length) + frame.memoryGas(frame.peek(0), length);
        frame.spend(costs.base[0x5e]! + words + memory);
        frame.growMemory();
        frame.moveMemory(frame.pop(), frame.pop(), frame.pop());
      },
    ],
  ]);
}
