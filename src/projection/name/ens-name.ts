import { normalize } from 'viem/ens';

/** Whether a name is normalised by ENSIP-15: only such names are shown as ENS names. */
export function isEnsName(name: string): boolean {
  try {
    return name !== '' && normalize(name) === name;
  } catch {
    return false;
  }
}
