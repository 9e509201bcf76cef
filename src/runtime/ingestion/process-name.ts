import { hostname } from 'node:os';

/** How this process is named at others. */
export const PROCESS_NAME = `${hostname()}:${process.pid}`;
