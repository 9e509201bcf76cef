import { OP } from '../instruction/opcode.js';
import type { Memory } from './memory.js';
import type { Path } from './path.js';
import type { Surroundings } from './surroundings.js';
import { CHAIN_WORD, FROM, madeOf, smallNumber, valueFrom, type Word, ZERO } from './word.js';

/** Memory after an operation, given the words that it took from the stack (topmost first). */
export function memoryAfter(
  operation: number,
  taken: readonly Word[],
  { memory, returned }: Path,
  { code, call }: Surroundings,
): Memory {
  const [first, second, third, fourth] = taken as readonly [Word, Word, Word, Word];
  switch (operation) {
    case OP.MSTORE:
      return written(memory, first, 32, (at) => memory.withWord(at, second));
    case OP.MSTORE8:
      return written(memory, first, 1, (at) => withByte(memory, at, second));
    case OP.CALLDATACOPY:
      return copied(memory, taken, call, valueFrom(FROM.calldata));
    case OP.CODECOPY:
      return copied(memory, taken, code, ZERO);
    case OP.MCOPY:
      return moved(memory, taken);
    case OP.RETURNDATACOPY:
      return withUnknown(memory, first, third, returned ?? CHAIN_WORD);
    case OP.EXTCODECOPY:
      return withUnknown(memory, second, fourth, CHAIN_WORD);
    default:
      return memory;
  }
}

/** Memory with `size` bytes of which only the origin is known. */
export function withUnknown(memory: Memory, to: Word, size: Word, origin: Word): Memory {
  return written(memory, to, smallNumber(size), (at, length) => memory.withUnknown(at, length, origin));
}

/**
 * A write to an unknown place or of an unknown size is left out, so a later read may return an older value.
 */
function written(
  memory: Memory,
  to: Word,
  size: number | undefined,
  write: (at: number, size: number) => Memory,
): Memory {
  const at = smallNumber(to);
  return at === undefined || size === undefined ? memory : write(at, size);
}

function withByte(memory: Memory, at: number, word: Word): Memory {
  return word.value === undefined
    ? memory.withUnknown(at, 1, word)
    : memory.withBytes(at, 1, Buffer.from([Number(word.value & 0xffn)]), word);
}

function copied(memory: Memory, taken: readonly Word[], source: Buffer, origin: Word): Memory {
  const [to, from, size] = taken as readonly [Word, Word, Word];
  const first = smallNumber(from);
  if (first === undefined) return withUnknown(memory, to, size, madeOf([origin, CHAIN_WORD]));
  return written(memory, to, smallNumber(size), (at, length) =>
    memory.withBytes(at, length, source.subarray(first), origin),
  );
}

function moved(memory: Memory, taken: readonly Word[]): Memory {
  const [to, from, size] = taken as readonly [Word, Word, Word];
  const first = smallNumber(from);
  if (first === undefined) return withUnknown(memory, to, size, CHAIN_WORD);
  return written(memory, to, smallNumber(size), (at, length) => {
    const { bytes, word } = memory.read(first, length);
    return bytes === undefined
      ? memory.withUnknown(at, length, word)
      : memory.withBytes(at, length, bytes, word);
  });
}
