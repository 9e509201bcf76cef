import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { validateDefinitions } from '../../src/definition/catalog/validate-definitions.js';
import { DefinitionsRefused } from '../../src/definition/schema/definitions-refused.js';
import { ANALYSIS, put, soundDirectory } from './sound-definitions.js';

/** Replacements in a file: each text, at all its occurrences, and what replaces it. */
type Changes = Readonly<Record<string, string>>;

/**
 * Tests that a mistake in one file of a sound directory is reported there, and nothing else is.
 *
 * @returns a function that defines a test for a mistake; `says` are the expected lines after the file name: `2:10 version must be …`
 */
export function mistakesIn(file: string) {
  return (name: string, changes: Changes, ...says: readonly string[]): void => {
    it(name, () => {
      const lines = says.map((line) => `${file}:${line}`);
      expect(saidOf((directory) => change(directory, file, changes))).toEqual(lines);
    });
  };
}

/** Errors of `definitions check` for a sound directory after a change, one line each. */
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
