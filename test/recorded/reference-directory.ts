import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

const directory = resolve(process.env.SHARED_DIR ?? '../shared', 'data');

/** Folder of recorded mainnet answers; absent on machines without them. Tests then skip with a message. */
export const REFERENCE_DIRECTORY: string | undefined = existsSync(directory) ? directory : undefined;
