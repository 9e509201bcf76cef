import { hostname } from 'node:os';

/** The name of this process to other processes. */
export const PROCESS_NAME = `${hostname()}:${process.pid}`;
