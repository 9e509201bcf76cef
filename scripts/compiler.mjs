import { createRequire } from 'node:module';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** The native TypeScript where its binary is installed (an optional package); else the one in JavaScript, which emits the same. */
export function compiler() {
  const native = join(root, 'node_modules', 'typescript-native');
  const binary = `@typescript/typescript-${process.platform}-${process.arch}/package.json`;
  try {
    createRequire(join(native, 'package.json')).resolve(binary);
    return join(native, 'bin', 'tsc');
  } catch {
    return join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  }
}
