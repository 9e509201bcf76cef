/** Mutants that no case can tell from the definition, and why; by definition and name. */
export const SURVIVORS: Readonly<Record<string, Readonly<Record<string, string>>>> = {};
