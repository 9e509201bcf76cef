/** The field with its value, or nothing where there is none: what cannot be stated is left out, never `null`. */
export function orAbsent<K extends string, V>(
  field: K,
  value: V | null | undefined,
): { [key in K]?: V } | undefined {
  return value === null || value === undefined ? undefined : ({ [field]: value } as { [key in K]?: V });
}
