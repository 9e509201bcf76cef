import type { Address } from '../../../domain/chain/hex.js';
import { OP } from '../run/opcode.js';
import { addressOf } from '../run/word.js';
import type { Frame } from './frame.js';
import type { GasCosts } from './gas-costs.js';
import type { Handler, Handlers } from './handler.js';
import { HAND_OVER } from './signals.js';
import { wordAt } from './word-bytes.js';

/** Reads of slots, balances and codes. */
export function stateHandlers(costs: GasCosts): Handlers {
  const accountGas = (frame: Frame, opcode: number, address: bigint): number =>
    costs.base[opcode]! + frame.shared.accountGas(addressOf(address));
  return new Map<number, Handler>([
    [
      OP.BALANCE,
      (frame) => {
        frame.spend(accountGas(frame, OP.BALANCE, frame.peek(0)));
        frame.push(frame.run.look(accessed(frame), 'balance')?.balance ?? 0n);
      },
    ],
    [OP.SELFBALANCE, (frame) => frame.push(frame.run.look(frame.call.self, 'balance')?.balance ?? 0n)],
    [
      OP.EXTCODESIZE,
      (frame) => {
        frame.spend(accountGas(frame, OP.EXTCODESIZE, frame.peek(0)));
        frame.push(BigInt(legacyCode(frame.run.code(accessed(frame))).length));
      },
    ],
    [
      OP.EXTCODECOPY,
      (frame) => {
        const length = frame.peek(3);
        const memory = frame.memoryGas(frame.peek(1), length);
        const words = length === 0n ? 0 : Number((length + 31n) / 32n);
        frame.spend(accountGas(frame, OP.EXTCODECOPY, frame.peek(0)) + memory + costs.copyWord * words);
        frame.run.copy(length);
        frame.growMemory();
        const address = accessed(frame);
        const code = length === 0n ? NOTHING : legacyCode(frame.run.code(address));
        frame.copyToMemory(frame.pop(), code, frame.pop(), frame.pop());
      },
    ],
    [
      OP.EXTCODEHASH,
      (frame) => {
        frame.spend(accountGas(frame, OP.EXTCODEHASH, frame.peek(0)));
        const address = accessed(frame);
        const account = frame.run.lookAtHash(address);
        const code = legacyCode(frame.run.code(address));
        const isEmpty =
          account === undefined || (account.balance === 0n && account.nonce === 0n && code.length === 0);
        frame.push(isEmpty ? 0n : wordAt(account.codeHash, 0));
      },
    ],
    [
      0x54,
      (frame) => {
        const slot = frame.peek(0);
        frame.spend(costs.base[0x54]! + frame.shared.slotGas(frame.call.self, slot));
        frame.pop();
        frame.push(frame.run.slot(frame.call.self, slot));
      },
    ],
    // Nothing has been stored: TSTORE is the reference's.
    [
      0x5c,
      (frame) => {
        frame.pop();
        frame.push(0n);
      },
    ],
  ]);
}

/** The account on top of the stack, whose access is paid for. */
function accessed(frame: Frame): Address {
  const address = addressOf(frame.pop());
  frame.noteAccess(address);
  return address;
}

/** The reference has its own idea of code in the object format, which no chain has (EIP-3541). */
function legacyCode(code: Uint8Array): Uint8Array {
  if (code[0] === 0xef && code[1] === 0x00) throw HAND_OVER;
  return code;
}

const NOTHING = new Uint8Array(0);
