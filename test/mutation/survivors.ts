/** Mutants that no case can tell from the definition, and why; by definition and name. */
export const SURVIVORS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'relation:beacon_implementation': {
    'beacon_implementation/target_code: of becomes object': 'the object is upgraded.value',
  },
  'relation:deployed_via_factory': {
    'deployed_via_factory/factory: of becomes object': 'the object is created.creator',
  },
};
