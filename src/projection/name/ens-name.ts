import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** ENSIP-15 keeps labels of these characters unchanged; other rules apply to adjacent hyphens. */
const PLAIN = /^[a-z0-9]+(?:[-.][a-z0-9]+)*$/;

/** Whether a name is normalised by ENSIP-15: only such names are shown as ENS names. */
export function isEnsName(name: string): boolean {
  // To load viem's part for names and to unpack its tables takes half a second, which few processes need.
  if (PLAIN.test(name)) return true;
  try {
    const { normalize } = require('viem/ens') as typeof import('viem/ens');
    return name !== '' && normalize(name) === name;
  } catch {
    return false;
  }
}
