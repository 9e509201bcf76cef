import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Output directory of `scripts/build-explorer.mjs`, relative to the compiled file. */
const BUILT = fileURLToPath(new URL('../../../explorer-pages', import.meta.url));
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};
const ENCODINGS = { br: '.br', gzip: '.gz' } as const;

type Encoding = keyof typeof ENCODINGS;

/** A file of the pages. Its name contains the hash of its content. */
export interface ExplorerFile {
  readonly type: string;
  readonly plain: Buffer;
  readonly encoded: Readonly<Record<Encoding, Buffer>>;
}

/** The entry files of the pages, by kind. */
export interface ExplorerEntries {
  readonly script: string;
  /** Modules that the script imports, so that the browser loads them at the same time. */
  readonly parts: readonly string[];
  readonly style: string;
  readonly worker: string;
}

/** The files of the pages, read once at the start. */
export class ExplorerFiles {
  private constructor(
    private readonly files: ReadonlyMap<string, ExplorerFile>,
    readonly entries: ExplorerEntries,
  ) {}

  /** Undefined where the pages were not built. */
  static read(directory = BUILT): ExplorerFiles | undefined {
    const manifest = join(directory, 'manifest.json');
    if (!existsSync(manifest)) return undefined;
    const files = new Map<string, ExplorerFile>();
    for (const name of readdirSync(directory)) {
      const type = TYPES[extname(name)];
      if (type === undefined) continue;
      const read = (suffix = '') => readFileSync(join(directory, name + suffix));
      files.set(name, {
        type,
        plain: read(),
        encoded: { br: read(ENCODINGS.br), gzip: read(ENCODINGS.gzip) },
      });
    }
    return new ExplorerFiles(files, JSON.parse(readFileSync(manifest, 'utf8')) as ExplorerEntries);
  }

  find(name: string): ExplorerFile | undefined {
    return this.files.get(name);
  }
}

/** The content in the best encoding that a client accepts, and that encoding. */
export function encodedFor(
  { plain, encoded }: ExplorerFile,
  accepted: string,
): { readonly bytes: Buffer; readonly encoding?: Encoding } {
  const names = accepted.split(',').map((part) => part.split(';')[0]!.trim());
  const encoding = (Object.keys(ENCODINGS) as Encoding[]).find((name) => names.includes(name));
  return encoding ? { bytes: encoded[encoding], encoding } : { bytes: plain };
}
