import module from 'node:module';
import { fileURLToPath } from 'node:url';

/** Beside the build. Not in the system's temporary directory: whoever can write there would choose the code that runs. */
const CACHE = fileURLToPath(new URL('../../../../.cache/compiled', import.meta.url));

/** Keeps compiled code for the next start, from Node.js 22 on and where the directory is writable; otherwise does nothing. */
export function cacheCompiledCode(): void {
  const { enableCompileCache } = module as { enableCompileCache?: (directory: string) => unknown };
  enableCompileCache?.(CACHE);
  // Threads have a cache only where the environment names it.
  process.env.NODE_COMPILE_CACHE ??= CACHE;
}
