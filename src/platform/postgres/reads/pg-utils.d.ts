declare module 'pg/lib/utils.js' {
  /** A value as the driver sends it. */
  export function prepareValue(value: unknown): Buffer | string | null;
}
