/** Whether a version such as `1.10.0` comes after another. */
export function isHigher(version: string, than: string): boolean {
  const [a, b] = [version, than].map((text) => text.split('.').map(Number));
  for (const [i, part] of a!.entries()) {
    if (part !== b![i]) return part > b![i]!;
  }
  return false;
}
