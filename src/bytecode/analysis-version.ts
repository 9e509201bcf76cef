import { readFileSync } from 'node:fs';

/** To be raised when `analyseCode` or `fingerprintOf` gives another result for any code. */
const ANALYSIS = '2';

/** Installed versions of the programs that facts about code come from, by name. */
export function analysisVersions(): Readonly<Record<string, string>> {
  // The export table of evmole hides its package.json.
  const file = new URL('../package.json', import.meta.resolve('evmole'));
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
  return { analysis: ANALYSIS, evmole: version };
}
