/** The title of a definition; of an account type without the words that all of them begin with. */
export function shortTitle(title: string): string {
  const kind = title.replace(/^Account type - /, '');
  return `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
}
