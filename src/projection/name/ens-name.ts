import { normalize } from 'viem/ens';

/** ENSIP-15 keeps labels of these characters as they are: only hyphens beside each other are another rule's. */
const PLAIN = /^[a-z0-9]+(?:[-.][a-z0-9]+)*$/;

/** Whether a name is normalised by ENSIP-15: only such names are shown as ENS names. */
export function isEnsName(name: string): boolean {
  // The first call of `normalize` unpacks its tables for 0.3 s.
  if (PLAIN.test(name)) return true;
  try {
    return name !== '' && normalize(name) === name;
  } catch {
    return false;
  }
}
