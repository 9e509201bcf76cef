/**
 * The field with its value, or nothing if there is no value: what cannot be stated is left out, and never
 * `null`.
 */
export function orAbsent<K extends string, V>(
  field: K,
  value: V | null | undefined,
): { [key in K]?: V } | undefined {
  return value === null || value === undefined ? undefined : ({ [field]: value } as { [key in K]?: V });
}
