import { wordAt } from './word-bytes.js';

const PUSH1 = 0x60;
const PUSH2 = 0x61;
const PUSH32 = 0x7f;
const JUMPDEST = 0x5b;
const BYTES = Array.from({ length: 256 }, (_, byte) => BigInt(byte));

/** Where a code may jump to, and what it pushes: short words are made anew, long ones are kept once they have run. */
export class CodeAnalysis {
  /** 1 where a jump may go. */
  readonly jumpTargets: Uint8Array;
  readonly #longWords = new Map<number, bigint>();

  constructor(readonly code: Uint8Array) {
    this.jumpTargets = new Uint8Array(code.length);
    for (let at = 0; at < code.length; at++) {
      const opcode = code[at]!;
      if (opcode === JUMPDEST) this.jumpTargets[at] = 1;
      else if (opcode >= PUSH1 && opcode <= PUSH32) at += opcode - PUSH1 + 1;
    }
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
