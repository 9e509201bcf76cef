/** Evidence that a registry has an entry. */
export function bindingRef(binding: string, version: string): string {
  return `binding:${binding}@${version}`;
}
