/** The title of a definition. Titles of account types lose the words with which all of them begin. */
export function shortTitle(title: string): string {
  const kind = title.replace(/^Account type - /, '');
  return `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
}
