import { readFileSync } from 'node:fs';

/** To be raised when `analyseCode` or `fingerprintOf` gives another result for any code. */
const ANALYSIS = '1';

/** Versions of the programs that selectors and fingerprints come from, by name, as installed. */
export function analysisVersions(): Readonly<Record<string, string>> {
  // Its export table hides the file.
  const file = new URL('../package.json', import.meta.resolve('evmole'));
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
  return { analysis: ANALYSIS, evmole: version };
}
