import type { Common } from '@ethereumjs/common';
import { BLOCK_OPCODES, isForwardedGas, OP } from '../run/opcode.js';
import type { Frame } from './frame.js';
import type { Handler, Handlers } from './handler.js';
import { wordAt } from './word-bytes.js';

/** What a frame sees of its call and of the block. */
export function environmentHandlers(common: Common): Handlers {
  const chainId = common.chainId();
  const constant =
    (word: bigint): Handler =>
    (frame) =>
      frame.push(word);
  return new Map<number, Handler>([
    [0x30, (frame) => frame.push(BigInt(frame.call.self))],
    // By convention: CALLVALUE and GASPRICE are zero.
    [OP.ORIGIN, origin],
    [OP.GASPRICE, gasPrice],
    [
      OP.CALLER,
      (frame) => {
        if (frame.call.caller === frame.run.callerWord) frame.run.noteCaller();
        frame.push(frame.call.caller);
      },
    ],
    [0x34, constant(0n)],
    [0x35, (frame) => frame.push(inputWord(frame, frame.pop()))],
    [0x36, (frame) => frame.push(BigInt(frame.call.input.length))],
    [0x38, (frame) => frame.push(BigInt(frame.code.length))],
    [0x3d, (frame) => frame.push(BigInt(frame.returnData.length))],
    [0x40, blockHash],
    [0x46, constant(chainId)],
    [
      0x49,
      (frame) => {
        frame.pop();
        frame.push(0n);
      },
    ],
    [
      OP.GAS,
      (frame) => {
        if (!isForwardedGas(frame.code, frame.pc)) frame.run.noteGas();
        frame.push(BigInt(frame.gas));
      },
    ],
    ...[...BLOCK_OPCODES].map(([opcode, kind]): [number, Handler] => [
      opcode,
      (frame) => frame.push(frame.run.blockWord(kind)),
    ]),
  ]);
}

function origin(frame: Frame): void {
  frame.run.noteCaller();
  frame.push(frame.run.callerWord);
}

function gasPrice(frame: Frame): void {
  frame.run.notePrice();
  frame.push(0n);
}

function inputWord({ call: { input } }: Frame, at: bigint): bigint {
  return at >= BigInt(input.length) ? 0n : wordAt(input, Number(at));
}

function blockHash(frame: Frame): void {
  frame.run.noteVolatile('BLOCKHASH');
  frame.push(wordAt(frame.run.blockHash(frame.pop()), 0));
}
