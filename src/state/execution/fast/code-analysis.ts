import { wordAt } from './word-bytes.js';

const PUSH1 = 0x60;
const PUSH32 = 0x7f;
const JUMPDEST = 0x5b;

/** What is known of a code before it runs. */
export class CodeAnalysis {
  /** 1 where a jump may go. */
  readonly jumpTargets: Uint8Array;
  readonly #pushed: (bigint | undefined)[];

  constructor(readonly code: Uint8Array) {
    this.jumpTargets = new Uint8Array(code.length);
    this.#pushed = new Array(code.length);
    for (let at = 0; at < code.length; at++) {
      const opcode = code[at]!;
      if (opcode === JUMPDEST) this.jumpTargets[at] = 1;
      else if (opcode >= PUSH1 && opcode <= PUSH32) at += opcode - PUSH1 + 1;
    }
  }

  /** The word that the PUSH1 to PUSH32 at a position pushes; what lies behind the code counts as zeros. */
  pushed(at: number): bigint {
    let word = this.#pushed[at];
    if (word === undefined) {
      const length = this.code[at]! - PUSH1 + 1;
      word = wordAt(this.code, at + 1, length) >> BigInt(8 * (32 - length));
      this.#pushed[at] = word;
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
