/** Files of `definitions/`, put into the bundle by `scripts/verifier-build.mjs`. */
declare module 'shipped:rules' {
  /** Text by path below `definitions/`. */
  export const files: Readonly<Record<string, string>>;
}

/**
 * Roots of `definitions/canonicity/`: 32 bytes each, in base64. Random bytes compress no better in any other
 * text.
 */
declare module 'shipped:canonicity' {
  interface ShippedRoots {
    /** Number of the first; the others follow without a gap. */
    readonly first: number;
    readonly base64: string;
  }
  export const epochs: ShippedRoots;
  export const eras: ShippedRoots;
}
