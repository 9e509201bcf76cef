/** Files of `definitions/`, put into the bundle by `scripts/verifier-build.mjs`. */
declare module 'shipped:*' {
  /** Text by path below `definitions/`. */
  export const files: Readonly<Record<string, string>>;
}
