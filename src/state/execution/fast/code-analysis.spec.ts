import { randomInt } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { CodeAnalysis } from './code-analysis.js';

const [PUSH1, PUSH32, JUMPDEST] = [0x60, 0x7f, 0x5b];

/** The definition itself: from the beginning on, the data of a push are no opcodes. */
function jumpTargets(code: Uint8Array): number[] {
  const targets: number[] = [];
  for (let at = 0; at < code.length; at++) {
    const opcode = code[at]!;
    if (opcode === JUMPDEST) targets.push(at);
    if (opcode >= PUSH1 && opcode <= PUSH32) at += opcode - PUSH1 + 1;
  }
  return targets;
}

describe('where a code may jump to', () => {
  const OPCODES = [PUSH1, 0x61, 0x63, PUSH32, JUMPDEST, JUMPDEST, JUMPDEST, 0x01];

  it('is what the whole code says, in whatever order it is asked', () => {
    for (let round = 0; round < 300; round++) {
      const code = Uint8Array.from({ length: randomInt(1, 200) }, () => OPCODES[randomInt(OPCODES.length)]!);
      const analysis = new CodeAnalysis(code);
      const places = Array.from({ length: code.length + 40 }, (_, at) => at);
      const asked = [...places, ...places].sort(() => randomInt(3) - 1);
      const expected = new Set(jumpTargets(code));
      const found = new Set(asked.filter((at) => analysis.isJumpTarget(at)));
      expect([Buffer.from(code).toString('hex'), found]).toEqual([
        Buffer.from(code).toString('hex'),
        expected,
      ]);
    }
  });

  it('is nowhere in a code that is empty, or behind one that ends within a push', () => {
    expect(new CodeAnalysis(new Uint8Array(0)).isJumpTarget(0)).toBe(false);
    expect(new CodeAnalysis(Uint8Array.of(PUSH32, JUMPDEST)).isJumpTarget(1)).toBe(false);
    expect(new CodeAnalysis(Uint8Array.of(JUMPDEST, PUSH32)).isJumpTarget(33)).toBe(false);
  });
});
