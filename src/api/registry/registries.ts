import type { Binding } from '../../definition/binding/binding.js';

/** A registry and the definitions that consult it. */
export interface ConsultedRegistry {
  readonly binding: Binding;
  /** Ids of definitions, ascending. */
  readonly usedBy: readonly string[];
}

/** The registries of this release for the served chain, by id, ascending. */
export class Registries {
  constructor(readonly byId: ReadonlyMap<string, ConsultedRegistry>) {}
}
