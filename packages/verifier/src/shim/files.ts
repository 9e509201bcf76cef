// The verifier reads what the release publishes from files. Here they are parts of the bundle; there are no others.

const shipped = new Map<string, string>();

/** @param files text by path below `definitions/` */
export function ship(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) shipped.set(path, text);
}

export const existsSync = (path: string): boolean => shipped.has(place(path));

export function readFileSync(path: string): string {
  const text = shipped.get(place(path));
  if (text === undefined) throw new Error(`there is no file ${path} here`);
  return text;
}

export const join = (...parts: readonly string[]): string => parts.join('/');
const place = (path: string): string => path.replace(/^\.\//, '');

function none(): never {
  throw new Error('there are no files here');
}

export const writeFileSync = none;
