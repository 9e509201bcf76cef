import { isEnsName } from './ens-name.js';
import type { Listed } from './name-registries.js';

/** The standing of a name; values may be added. */
export type NameStanding = 'verified' | 'normal' | 'qualified' | 'warning' | 'danger' | 'unknown';

/** The presentation of an address. */
export interface Presentation {
  /** Absent where it is shown under no name. */
  readonly name?: string;
  /** Absent where nothing is held. */
  readonly nameStanding?: NameStanding;
  /** Symbol of the asset it is flagged as imitating. */
  readonly impersonates?: string;
}

/** All inputs of a presentation: registries, proven claims, and the contract's own declarations. */
export interface Known extends Listed {
  readonly listedName?: string;
  /** Proven both ways, normalised or not. */
  readonly ensName?: string;
  readonly impersonates?: string;
  readonly isSanctioned?: boolean;
  readonly declaredName?: string;
  /** It declares a symbol or a name, and whether that imitates an asset can be neither affirmed nor denied. */
  readonly isUndecided?: boolean;
}

/** The name shown, and its standing: the gravest source decides. A flagged address is not shown under its own declaration. */
export function presentationOf(known: Known): Presentation {
  const name = heldName(known);
  if (known.impersonates !== undefined)
    return { ...named(name), nameStanding: 'danger', impersonates: known.impersonates };
  if (known.flag !== undefined || known.isSanctioned) return { ...named(name), nameStanding: 'danger' };
  if (name !== undefined) return { name, nameStanding: standingOf(known) };
  if (known.isUndecided) return { ...named(known.declaredName || undefined), nameStanding: 'unknown' };
  // An empty text is declared, but nothing can be shown under it.
  if (known.declaredName) return { name: known.declaredName, nameStanding: 'qualified' };
  // A primary name that is not normalised is stored, and the address has no name to be shown under.
  return known.ensName === undefined ? {} : { nameStanding: 'unknown' };
}

/** Name by which projects, exchanges, protocols and people are known: a publisher knows its own best. */
export function heldName({ official, mixer, listedName, ensName }: Known): string | undefined {
  return (
    official ?? mixer ?? listedName ?? (ensName !== undefined && isEnsName(ensName) ? ensName : undefined)
  );
}

function standingOf({ mixer, caution, official }: Known): NameStanding {
  if (mixer !== undefined || caution !== undefined) return 'warning';
  return official === undefined ? 'normal' : 'verified';
}

const named = (name: string | undefined) => (name === undefined ? {} : { name });

/** In which order matches are listed: 1 verified, 2 known by name, 3 all else, 4 of unknown standing, 5 flagged. */
export function standingGroup({ nameStanding, impersonates }: Presentation): 1 | 2 | 3 | 4 | 5 {
  if (impersonates !== undefined || nameStanding === 'danger') return 5;
  if (nameStanding === 'unknown') return 4;
  if (nameStanding === 'verified') return 1;
  return nameStanding === 'normal' || nameStanding === 'warning' ? 2 : 3;
}
