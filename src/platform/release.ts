import { readFileSync } from 'node:fs';

/** The version of this program and of its interface, from `package.json`. Releases are tagged with it. */
export const RELEASE: string = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
).version;
