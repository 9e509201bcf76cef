import { describe, expect, it } from '@jest/globals';
import { overflowOf } from './overflow.js';

const of = (text: string) => overflowOf(Buffer.from(text));

describe('the part of a head that is too long', () => {
  it('is shown by the end of the line in which Node stopped reading', () => {
    expect(of(`${'a'.repeat(50)} HTTP/1.1\r\nHost: a\r\n\r\n`)).toBe('target');
    expect(of('aaa\r\nHost: a\r\n\r\n')).toBe('headers');
    expect(of('aaa\nX: HTTP/1.1\r\n\r\n')).toBe('headers');
  });

  it('are the headers where they are too many, which ends the first piece', () => {
    expect(of(`GET /health HTTP/1.1\r\n${'a: b\r\n'.repeat(1_100)}\r\n`)).toBe('headers');
  });

  it('is shown by a blank within the line, because no target has one', () => {
    expect(of('session=1; other=2')).toBe('headers');
  });

  it('is not known if the piece has no line end', () => {
    expect(of('a'.repeat(65_536))).toBeUndefined();
  });
});
