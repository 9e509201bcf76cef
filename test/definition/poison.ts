import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { validateDefinitions } from '../../src/definition/catalog/validate-definitions.js';
import { DefinitionsRefused } from '../../src/definition/schema/definitions-refused.js';
import { ANALYSIS, put, soundDirectory } from './sound-definitions.js';

/** A text of a file, at all its places, and its replacement. */
type Changes = Readonly<Record<string, string>>;

/**
 * Tests that a mistake in one file of a sound directory is reported there, and nothing else.
 *
 * @returns a test per mistake; `says` are lines without the name of the file: `2:10 version must be …`
 */
export function mistakesIn(file: string) {
  return (name: string, changes: Changes, ...says: readonly string[]): void => {
    it(name, () => {
      const lines = says.map((line) => `${file}:${line}`);
      expect(saidOf((directory) => change(directory, file, changes))).toEqual(lines);
    });
  };
}

/** Output of `definitions check` for a sound directory after a change: a line per error. */
export function saidOf(spoil: (directory: string) => void): readonly string[] {
  const directory = soundDirectory();
  try {
    spoil(directory);
    validateDefinitions(directory, ANALYSIS, false);
    return [];
  } catch (error) {
    if (!(error instanceof DefinitionsRefused)) throw error;
    return error.message.replaceAll(`${directory}/`, '').split('\n');
  } finally {
    rmSync(directory, { recursive: true });
  }
}

export function change(directory: string, file: string, changes: Changes): void {
  let text = readFileSync(join(directory, file), 'utf8');
  for (const [found, instead] of Object.entries(changes)) {
    if (!text.includes(found)) throw new Error(`${file} has no ${found}`);
    text = text.replaceAll(found, instead);
  }
  put(directory, file, text);
}
