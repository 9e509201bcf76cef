import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

const directory = resolve(process.env.SHARED_DIR ?? '../shared', 'data');

/** Where recorded mainnet answers lie; absent on machines that do not have them. Tests then skip and say so. */
export const REFERENCE_DIRECTORY: string | undefined = existsSync(directory) ? directory : undefined;
