import { isEnsName } from './ens-name.js';
import type { Listed } from './name-registries.js';

/** The standing of a name. Later versions may add values. */
export type NameStanding = 'verified' | 'normal' | 'qualified' | 'warning' | 'danger' | 'unknown';

/** How an address is presented. */
export interface Presentation {
  /** Absent where it is shown under no name. */
  readonly name?: string;
  /** Absent where nothing is known. */
  readonly nameStanding?: NameStanding;
  /** Symbol of the asset that the address is flagged as imitating. */
  readonly impersonates?: string;
}

/** All inputs of a presentation: registries, proven claims, and the contract's own declarations. */
export interface Known extends Listed {
  readonly listedName?: string;
  /** Primary name, proven in both directions, normalised or not. */
  readonly ensName?: string;
  readonly impersonates?: string;
  readonly declaredName?: string;
  /** Whether the contract declares a symbol or a name, and it is undecided whether that imitates an asset. */
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
  // A primary name that is not normalised is stored, but no name is shown.
  return known.ensName === undefined ? {} : { nameStanding: 'unknown' };
}

/**
 * The name by which projects, exchanges, protocols and people are known. The publisher's comes first, because
 * it knows its own best, and what an address says of itself last.
 */
export function heldName(known: Known): string | undefined {
  return known.official ?? known.mixer ?? othersName(known) ?? known.listedName;
}

/** The name that a list or ENS gives, not one that a list repeats after the address itself. */
function othersName({ listedName, isSelfDeclared, ensName }: Known): string | undefined {
  if (listedName !== undefined && !isSelfDeclared) return listedName;
  return ensName !== undefined && isEnsName(ensName) ? ensName : undefined;
}

function standingOf(known: Known): NameStanding {
  if (known.mixer !== undefined || known.caution !== undefined) return 'warning';
  if (known.official !== undefined) return 'verified';
  return othersName(known) === undefined ? 'qualified' : 'normal';
}

const named = (name: string | undefined) => (name === undefined ? {} : { name });

/**
 * Groups, in the order of matches: 1 verified, 2 known by name, 3 others, 4 of unknown standing, 5 flagged.
 */
export function standingGroup({ nameStanding, impersonates }: Presentation): 1 | 2 | 3 | 4 | 5 {
  if (impersonates !== undefined || nameStanding === 'danger') return 5;
  if (nameStanding === 'unknown') return 4;
  if (nameStanding === 'verified') return 1;
  return nameStanding === 'normal' || nameStanding === 'warning' ? 2 : 3;
}
