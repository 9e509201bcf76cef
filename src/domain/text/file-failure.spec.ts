import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { fileFailure } from './file-failure.js';

const directory = mkdtempSync(join(tmpdir(), 'file-failure-'));
afterAll(() => rmSync(directory, { recursive: true }));

function saidOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    return fileFailure(error as Error);
  }
  return 'nothing';
}

describe('fileFailure', () => {
  it('says in words why a file cannot be read or written', () => {
    const nowhere = join(directory, 'nowhere', 'x.json');
    expect(saidOf(() => writeFileSync(nowhere, ''))).toBe(
      `${nowhere} cannot be opened: there is no such file or directory`,
    );
    expect(saidOf(() => writeFileSync(directory, ''))).toBe(
      `${directory} cannot be opened: it is a directory`,
    );
    expect(saidOf(() => readdirSync(join(directory, 'nowhere')))).toBe(
      `${join(directory, 'nowhere')} cannot be read: there is no such file or directory`,
    );
    expect(saidOf(() => readFileSync(directory))).toBe('the file cannot be read: it is a directory');
  });

  it.each([
    ['a full disk', '/dev/full', 'the file cannot be written: its disk is full'],
    [
      'a file in place of a directory',
      '/dev/null/x',
      '/dev/null/x cannot be opened: a part of its path is not a directory',
    ],
  ])('says it of %s', (_, path, says) => expect(saidOf(() => writeFileSync(path, 'x'))).toBe(says));

  it('leaves other errors as they are', () => {
    expect(fileFailure(new Error('no'))).toBe('no');
    expect(
      fileFailure(Object.assign(new Error('spawn java ENOENT'), { code: 'ENOENT', syscall: 'spawn java' })),
    ).toBe('spawn java ENOENT');
  });
});
