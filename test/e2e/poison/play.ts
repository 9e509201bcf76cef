import { bytes, hexOf, keccak, word } from '../../simulation/bytes.js';
import type { ScriptedTransaction } from '../../simulation/scripted-transaction.js';
import type { SimFrame, SimFrameType, SimLog } from '../../simulation/sim-frame.js';

/** Poisoned blocks, by what is hostile in them. */
export type PoisonedBlocks = Readonly<Record<string, readonly ScriptedTransaction[]>>;

/** 20 bytes derived from a name. */
export const addressNamed = (name: string): string => keccak(Buffer.from(name)).slice(0, 42);

export const topicOf = (signature: string): string => keccak(Buffer.from(signature));

/** An address as a topic or a word of data. */
export const padded = (address: string): string => `0x${address.slice(2).padStart(64, '0')}`;

/** Concatenated numbers and 0x hex; numbers become words. */
export const joined = (...parts: readonly (number | bigint | string)[]): string =>
  `0x${parts.map((part) => (typeof part === 'string' ? part : word(part)).slice(2)).join('')}`;

/** Bytes padded to whole words, after a word with their length. */
export function counted(raw: Uint8Array): string {
  return joined(raw.length, hexOf(raw), `0x${'00'.repeat((32 - (raw.length % 32)) % 32)}`);
}

interface InnerFrame {
  readonly value?: bigint;
  readonly input?: string;
  readonly output?: string;
  /** Whether it reverts, with its output as revert data. */
  readonly reverts?: boolean;
  readonly events?: SimFrame['events'];
}

/** A frame below the root. */
export function inner(
  type: SimFrameType,
  from: string,
  to: string,
  { value = 0n, input = '0x', output = '0x', reverts = false, events = [] }: InnerFrame = {},
): SimFrame {
  const failure = reverts ? ({ failure: 'reverted' } as const) : {};
  return { type, from, to, value, gas: 50_000, gasUsed: 900, input, output, events, ...failure };
}

/** A call of `to` with logs and inner calls. */
export function calling(
  to: string,
  {
    input = '0x',
    logs = [],
    calls = [],
  }: { input?: string; logs?: Omit<SimLog, 'address'>[]; calls?: SimFrame[] },
): ScriptedTransaction {
  return {
    to,
    input,
    play: (root) => {
      root.events.push(...logs.map((log) => ({ log: { address: to, ...log } })));
      root.events.push(...calls.map((call) => ({ call })));
    },
  };
}

/** The slot of EIP-1967 for a name: the word before its hash. */
export const slotBefore = (name: string): string =>
  word(BigInt(hexOf(bytes(keccak(Buffer.from(name))))) - 1n);
