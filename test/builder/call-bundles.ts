import { makeCallBundle } from '../../src/bundle/make-call-bundle.js';
import { decodeHeader } from '../../src/domain/chain/codec/header-rlp.js';
import { fromHex, toHex } from '../../src/domain/chain/codec/hex.js';
import type { Address, Hex } from '../../src/domain/chain/hex.js';
import type { CallBundle } from '../../src/verifier/bundle/call-bundle.schema.js';
import { assembled, RETURN_TOP } from './assembled.js';
import { type MadeAccount, type MadeBlock, madeStates } from './made-states.js';
import { addressOfByte, SCHEDULE } from './view-call.js';

export const SUBJECT = addressOfByte(0x11);
export const TARGET = addressOfByte(0x22);
export const ABSENT = addressOfByte(0x33);
export const OTHER = addressOfByte(0x44);
export const word = (value: bigint): string => `0x${value.toString(16).padStart(64, '0')}`;

/** Code that returns the word that a program leaves on the stack. */
export const returning = (program: string): Hex => toHex(assembled(`${program} ${RETURN_TOP}`));
const storage = Object.fromEntries(
  Array.from({ length: 40 }, (_, at) => [word(BigInt(at)), word(BigInt(at + 100))]),
);
/** Delegates its input to the target, and returns the answer. */
export const PROXY = toHex(
  assembled(`CALLDATASIZE 0 0 CALLDATACOPY 0 0 CALLDATASIZE 0 ${BigInt(TARGET)} 50000 DELEGATECALL POP
    RETURNDATASIZE 0 0 RETURNDATACOPY RETURNDATASIZE 0 RETURN`),
);

/** Six blocks in which the subject has this code; they differ in its slot 7. */
export async function chainWith(code: Hex, others: Readonly<Record<string, MadeAccount>> = {}) {
  const stateAt = (at: number) => ({
    ...Object.fromEntries(Array.from({ length: 30 }, (_, i) => [addressOfByte(0x60 + i), {}])),
    [SUBJECT]: { code, storage: { ...storage, [word(7n)]: word(BigInt(at + 1)) } },
    [OTHER]: { code: returning('1'), storage: { [word(7n)]: word(666n) } },
    ...others,
  });
  return madeStates(23_000_000, [0, 1, 2, 3, 4, 5].map(stateAt));
}

/** The bundle of a call of the subject. @param at index of the block */
export async function bundleOf(blocks: readonly MadeBlock[], data: Hex = '0x', at = 5): Promise<CallBundle> {
  const block = blocks[at]!;
  const made = await makeCallBundle(
    decodeHeader(fromHex(block.header)),
    { to: SUBJECT, data: fromHex(data) },
    SCHEDULE,
    {
      proof: async (address: Address, slots: readonly Hex[]) => {
        const { proof, code = '0x', slots: below = {} } = await block.account(address, slots);
        return { nodes: [...proof, ...Object.values(below).flat()].map(fromHex), codes: [fromHex(code)] };
      },
      header: async (number) => decodeHeader(fromHex(blocks[number - blocks[0]!.number]!.header)),
    },
  );
  if (typeof made === 'string') throw new Error(made);
  return made;
}
