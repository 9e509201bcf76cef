import type { Binding } from '../../definition/binding/binding.js';

/** A registry, and who consults it. */
export interface ConsultedRegistry {
  readonly binding: Binding;
  /** Ids of definitions, ascending. */
  readonly usedBy: readonly string[];
}

/** The registries of this release for the served chain, by id, ascending. */
export class Registries {
  constructor(readonly byId: ReadonlyMap<string, ConsultedRegistry>) {}
}
