import { normalize } from 'viem/ens';

/** Whether a name is normalised as ENSIP-15 says: no other is shown as a name of ENS. */
export function isEnsName(name: string): boolean {
  try {
    return name !== '' && normalize(name) === name;
  } catch {
    return false;
  }
}
