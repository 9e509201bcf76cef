import { keccak256 } from '../../domain/crypto/keccak.js';
import { OP } from '../instruction/opcode.js';
import { ARITHMETIC } from './arithmetic.js';
import type { Path } from './path.js';
import { callWord, type Surroundings, slotContent } from './surroundings.js';
import { CHAIN_WORD, constant, FROM, madeOf, ONE, smallNumber, valueFrom, type Word, ZERO } from './word.js';

/** The assumed size of the answer of every call, in bytes. */
const ANSWER_SIZE = constant(32n);

/**
 * The word that an operation leaves, given its operands (topmost first). It assumes that calls succeed,
 * contracts have code and no value is sent, because a call that reverts delegates nothing.
 */
export function wordLeft(
  operation: number,
  taken: readonly Word[],
  path: Path,
  { code, call }: Surroundings,
): Word {
  const rule = ARITHMETIC.get(operation);
  if (rule !== undefined) {
    const [a, b = ZERO] = taken as [Word, Word?];
    const isKnown = a.value !== undefined && b.value !== undefined;
    return madeOf(taken, isKnown ? rule(a.value, b.value) : undefined);
  }
  switch (operation) {
    case OP.KECCAK256:
      return hashWord(path, taken as [Word, Word]);
    case OP.ADDRESS:
      return valueFrom(FROM.ownAddress);
    case OP.CALLDATALOAD:
      return callWord(call, smallNumber(taken[0]!));
    case OP.CALLDATASIZE:
      return constant(BigInt(call.length));
    case OP.CODESIZE:
      return constant(BigInt(code.length));
    case OP.PC:
      return constant(BigInt(path.at));
    case OP.CALLVALUE:
      return ZERO;
    case OP.EXTCODESIZE:
      return ONE;
    case OP.RETURNDATASIZE:
      return path.returned === undefined ? ZERO : ANSWER_SIZE;
    case OP.MLOAD: {
      const at = smallNumber(taken[0]!);
      return at === undefined ? CHAIN_WORD : path.memory.wordAt(at);
    }
    case OP.SLOAD:
      return slotContent(taken[0]!);
    case OP.TLOAD:
      return valueFrom(FROM.otherSlot);
    case OP.CALL:
    case OP.CALLCODE:
    case OP.DELEGATECALL:
    case OP.STATICCALL:
      return ONE;
    default:
      return madeOf([...taken, CHAIN_WORD]);
  }
}

function hashWord(path: Path, [offset, length]: readonly [Word, Word]): Word {
  const [at, size] = [smallNumber(offset), smallNumber(length)];
  if (at === undefined || size === undefined) return madeOf([offset, length, CHAIN_WORD]);
  const { bytes, word } = path.memory.read(at, size);
  return madeOf([word], bytes && BigInt(`0x${keccak256(bytes).toString('hex')}`));
}
