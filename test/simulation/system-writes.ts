import type { Era } from './era.js';
import type { HeaderJson } from './header.js';
import { type WorldState, ZERO_WORD } from './world-state.js';

/** EIP-4788, EIP-2935, EIP-7002 and EIP-7251. */
export const BEACON_ROOTS = '0x000f3df6d732807ef1319fb7b8bb8522d0beac02';
export const BLOCK_HASHES = '0x0000f90827f1c53a10cb7a02335b175320002935';
export const REQUEST_QUEUES = [
  '0x00000961ef480eb55e80d19ad83579a64c007002',
  '0x0000bbddc7ce488642fb579f8b00f3a590007251',
] as const;

const RING = 8_191;
const [EXCESS, COUNT, HEAD, TAIL] = [0, 1, 2, 3].map((slot) => word(slot)) as [
  string,
  string,
  string,
  string,
];
const MOST_PER_BLOCK = 16n;

/** Writes of a block before its first transaction, which are in no transaction's diff. */
export function beginBlock(
  era: Era,
  number: number,
  parent: HeaderJson & { readonly hash: string },
  state: WorldState,
): void {
  const timestamp = Number(parent.timestamp) + 12;
  state.setSlot(BEACON_ROOTS, word(timestamp % RING), word(timestamp));
  state.setSlot(BEACON_ROOTS, word((timestamp % RING) + RING), parent.hash);
  if (era.requests) state.setSlot(BLOCK_HASHES, word((number - 1) % RING), parent.hash);
}

/** Empties the request queues after the last transaction of a block. */
export function endBlock(state: WorldState): void {
  for (const queue of REQUEST_QUEUES) {
    const [count, head, tail] = [COUNT, HEAD, TAIL].map((slot) => BigInt(state.slot(queue, slot)));
    const taken = tail! - head! > MOST_PER_BLOCK ? head! + MOST_PER_BLOCK : tail!;
    state.setSlot(queue, HEAD, taken === tail ? ZERO_WORD : word(taken));
    if (taken === tail) state.setSlot(queue, TAIL, ZERO_WORD);
    state.setSlot(queue, EXCESS, word(BigInt(state.slot(queue, EXCESS)) + count!));
    state.setSlot(queue, COUNT, ZERO_WORD);
  }
}

/** Writes of a request to a queue, which belong to its transaction. */
export function request(queue: string, state: WorldState): void {
  for (const slot of [COUNT, TAIL]) state.setSlot(queue, slot, word(BigInt(state.slot(queue, slot)) + 1n));
  state.setSlot(queue, word(4n + BigInt(state.slot(queue, TAIL))), `0x${'77'.repeat(32)}`);
}

function word(value: number | bigint): string {
  return `0x${value.toString(16).padStart(64, '0')}`;
}
