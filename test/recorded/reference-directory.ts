import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

const directory = resolve(process.env.SHARED_DIR ?? '../shared', 'data');

/** Folder of recorded mainnet answers; undefined on machines without them, where tests are skipped with a message. */
export const REFERENCE_DIRECTORY: string | undefined = existsSync(directory) ? directory : undefined;
