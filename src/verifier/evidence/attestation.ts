/**
 * Kinds of parts that a bundle may leave unproven. `README.md` describes what could be untrue for each kind.
 */
export type AttestationKind =
  | 'absent'
  | 'analysis'
  | 'creation'
  | 'deployed'
  | 'effect'
  | 'existed'
  | 'family'
  | 'first'
  | 'head'
  | 'keys'
  | 'lifetime'
  | 'logged'
  | 'node'
  | 'registry'
  | 'rule'
  | 'since'
  | 'unchanged'
  | 'witnessed';

/** An unproven part of a bundle. The reader must trust the maker of the bundle for it, or look it up. */
export interface Attestation {
  readonly kind: AttestationKind;
  /** Evidence ref, address, registry, definition or proof hash. */
  readonly about: string;
  /** A sentence without its full stop. */
  readonly says: string;
}

/** The attested parts, each once. */
export class Attestations {
  readonly #found = new Map<string, Attestation>();

  add(kind: AttestationKind, about: string, says: string): void {
    this.#found.set(`${kind} ${about} ${says}`, { kind, about, says });
  }

  /** All attestations, ascending by kind and then by `about`. */
  all(): readonly Attestation[] {
    return [...this.#found].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, found]) => found);
  }
}
