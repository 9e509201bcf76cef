/** Mutants that no case can tell from the definition, and why; by definition and name. */
export const SURVIVORS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'token:paused': {
    'paused/state: latest becomes exists':
      'The register has no value but "true": what does not pause the contract clears it.',
  },
};
