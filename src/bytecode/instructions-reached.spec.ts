import { describe, expect, it } from '@jest/globals';
import { assembled } from '../../test/builder/assembled.js';
import { instructionsReached } from './instructions-reached.js';

const of = (code: Buffer | string): string =>
  instructionsReached(typeof code === 'string' ? assembled(code) : code).toString('hex');
const hex = (digits: string): string => of(Buffer.from(digits, 'hex'));

describe('instructions that execution may reach', () => {
  it('are found wherever a run goes on', () => {
    expect(of('0 0 0 0 0 GAS DELEGATECALL STOP')).toBe('f4');
    expect(of('0 @end JUMPI STOP end: SELFDESTRUCT')).toBe('ff');
    expect(of('0 0 0 0 0 0 GAS CALLCODE GAS DELEGATECALL CALLER SELFDESTRUCT')).toBe('f2f4ff');
    expect(hex('')).toBe('');
  });

  it('are not where only a jump leads to, and nothing can be jumped to', () => {
    for (const end of ['STOP', 'JUMP', 'RETURN', 'REVERT', 'INVALID', 'CALLER SELFDESTRUCT'])
      expect([end, of(`${end} DELEGATECALL CALLCODE`)]).toEqual([
        end,
        end.endsWith('SELFDESTRUCT') ? 'ff' : '',
      ]);
  });

  it('are where anything can be jumped to, as a target may be calculated', () => {
    expect(of('0 CALLDATALOAD JUMP here: DELEGATECALL')).toBe('f4');
    // Data that happens to have a JUMPDEST before the byte.
    expect(hex('fea2646970667358221220005bf4')).toBe('f4');
  });

  it('are none in what is pushed', () => {
    expect(hex('63f2f4ff5b00')).toBe('');
    // A JUMPDEST that is pushed is none.
    expect(hex('fe625b00005bf4')).toBe('f4');
    expect(hex('fe625b0000f4')).toBe('');
    expect(hex('7ff4')).toBe('');
  });

  it('are not hidden by what a fork may make an operand', () => {
    // EIP-8024: 0xe6 takes the byte after it, which does not end the run.
    expect(hex('e600f4')).toBe('f4');
    expect(hex('e6fff4')).toBe('f4ff');
    expect(hex('0cfef4')).toBe('');
  });
});
