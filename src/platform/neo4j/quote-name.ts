/** A label, relationship type, index or property name as it is written in Cypher, whatever it consists of. */
export function quoteName(name: string): string {
  return `\`${name.replaceAll('`', '``')}\``;
}
