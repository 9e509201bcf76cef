import type { Address } from '../../src/domain/chain/hex.js';
import { CONTRACTS, KEYED, SYSTEM } from './cast.js';

/** Compares a selector with that of `symbol()`, as in a dispatcher. */
const DISPATCH = '6395d89b4150';
const RETURN_WORD = '60005260206000f3';
const REVERT = '60006000fd';
const [SLOAD_0, SLOAD_1, SLOAD_256] = ['600054', '600154', '61010054'];
const JUMPI = '57';

/** Assembles parts of code; `>name` pushes the offset of the part `:name`, which is a JUMPDEST. */
function code(...parts: readonly string[]): string {
  const places = new Map<string, number>();
  let size = 0;
  for (const part of parts) {
    if (part.startsWith(':')) places.set(part.slice(1), size);
    size += part.startsWith(':') ? 1 : part.startsWith('>') ? 2 : part.length / 2;
  }
  return parts
    .map((part) => {
      if (part.startsWith(':')) return '5b';
      if (!part.startsWith('>')) return part;
      return `60${places.get(part.slice(1))!.toString(16).padStart(2, '0')}`;
    })
    .join('');
}

const push = (address: Address): string => `73${address.slice(2)}`;

/** Returns the word that another contract returns, and reverts if it reverts. */
function asked(call: 'staticcall' | 'delegatecall', of: Address): string {
  const opcode = call === 'staticcall' ? 'fa' : 'f4';
  const areas = '60206000' + '60006000';
  return code(DISPATCH, areas, push(of), '5a', opcode, '>ok', JUMPI, REVERT, ':ok', '60206000f3');
}

/** Codes that read state in the ways of view functions. */
export const VIEWED_CODES: readonly string[] = [
  code(DISPATCH, SLOAD_0, RETURN_WORD),
  // Another slot decides which slot is read.
  code(DISPATCH, SLOAD_0, '>other', JUMPI, SLOAD_1, RETURN_WORD, ':other', SLOAD_256, RETURN_WORD),
  // A balance, and code hashes of accounts that may be empty.
  code(DISPATCH, push(KEYED[0]!), '31', RETURN_WORD),
  code(DISPATCH, push(CONTRACTS[1]!), '3f', RETURN_WORD),
  code(DISPATCH, push(KEYED[1]!), '3f', RETURN_WORD),
  asked('staticcall', CONTRACTS[2]!),
  asked('delegatecall', CONTRACTS[3]!),
  asked('staticcall', KEYED[2]!),
  // An opcode of Cancun.
  code(DISPATCH, '6000600060005e', SLOAD_0, RETURN_WORD),
  // A slot that the protocol writes.
  asked('staticcall', SYSTEM),
  // The time of the block, unless a slot is set.
  code(DISPATCH, SLOAD_0, '>set', JUMPI, '42', RETURN_WORD, ':set', SLOAD_1, RETURN_WORD),
  // An endless loop, unless a slot is set.
  code(DISPATCH, ':again', SLOAD_0, '15', '>again', JUMPI, SLOAD_1, RETURN_WORD),
  // A write, which only the reference engine executes, unless a slot is set.
  code(DISPATCH, SLOAD_0, '>set', JUMPI, '6001600255', ':set', SLOAD_1, RETURN_WORD),
  // 80 more slots, unless a slot is set.
  code(
    DISPATCH,
    SLOAD_0,
    '>set',
    JUMPI,
    '6000',
    ':more',
    '80610200015450600101806050',
    '11',
    '>more',
    JUMPI,
    ':set',
    SLOAD_1,
    RETURN_WORD,
  ),
];
