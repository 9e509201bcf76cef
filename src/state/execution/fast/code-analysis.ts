import { wordAt } from './word-bytes.js';

const PUSH1 = 0x60;
const PUSH2 = 0x61;
const PUSH32 = 0x7f;
const JUMPDEST = 0x5b;
const BYTES = Array.from({ length: 256 }, (_, byte) => BigInt(byte));

/**
 * Where a code may jump to, and what it pushes. Short words are made anew each time; long ones are kept after
 * their first use.
 */
export class CodeAnalysis {
  /** A bit for each position, 1 where a jump may go, in the part that is scanned. A set would let a code full of targets take a megabyte. */
  readonly #jumpTargets: Uint8Array;
  /** The first position behind the scanned part. Many runs get no further than the beginning of a code. */
  #next = 0;
  readonly #longWords = new Map<number, bigint>();

  constructor(readonly code: Uint8Array) {
    // From Node's pool, without an allocation of its own.
    this.#jumpTargets = Buffer.allocUnsafe(Math.ceil(code.length / 8)).fill(0);
  }

  /** Whether a jump may go to a position. */
  isJumpTarget(at: number): boolean {
    if (at >= this.#next) this.#scanThrough(at);
    return ((this.#jumpTargets[at >> 3] ?? 0) & (1 << (at & 7))) !== 0;
  }

  #scanThrough(last: number): void {
    const { code } = this;
    let at = this.#next;
    for (; at <= last && at < code.length; at++) {
      const opcode = code[at]!;
      if (opcode === JUMPDEST) this.#jumpTargets[at >> 3]! |= 1 << (at & 7);
      else if (opcode >= PUSH1 && opcode <= PUSH32) at += opcode - PUSH1 + 1;
    }
    this.#next = at;
  }

  /** The word that the PUSH1 to PUSH32 at a position pushes; what lies behind the code counts as zeros. */
  pushed(at: number): bigint {
    const { code } = this;
    const opcode = code[at];
    if (opcode === PUSH1) return BYTES[code[at + 1] ?? 0]!;
    if (opcode === PUSH2) return BigInt(((code[at + 1] ?? 0) << 8) | (code[at + 2] ?? 0));
    let word = this.#longWords.get(at);
    if (word === undefined) {
      const length = opcode! - PUSH1 + 1;
      word = wordAt(code, at + 1, length) >> BigInt(8 * (32 - length));
      this.#longWords.set(at, word);
    }
    return word;
  }
}

const analyses = new WeakMap<Uint8Array, CodeAnalysis>();

/** The analysis of a code, made once for as long as the array lives. */
export function analysisOf(code: Uint8Array): CodeAnalysis {
  let analysis = analyses.get(code);
  if (analysis === undefined) {
    analysis = new CodeAnalysis(code);
    analyses.set(code, analysis);
  }
  return analysis;
}
