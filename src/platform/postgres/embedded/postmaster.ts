import { closeSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { commandLine, identify, type ProcessIdentity } from '../../process/process-identity.js';

/** The server process of a data directory, as it describes itself in postmaster.pid. */
export interface Postmaster {
  readonly identity: ProcessIdentity;
  readonly port: number;
  readonly status: 'starting' | 'ready' | 'stopping' | 'standby' | 'unknown';
}

/** The running server of this data directory; undefined when there is none, or the file is left from a crash. */
export function findPostmaster(dataDirectory: string): Postmaster | undefined {
  const lines = readLines(dataDirectory);
  const identity = identify(Number(lines?.[0]));
  // After a crash the number may belong to any process: only a server of this very directory counts.
  if (lines === undefined || identity === undefined || !servesDirectory(identity.pid, dataDirectory))
    return undefined;
  const status = (lines[7]?.trim() || 'unknown') as Postmaster['status'];
  return { identity, port: Number(lines[3]), status };
}

/** The port of a crashed server; undefined where none crashed. */
export function portOfCrashed(dataDirectory: string): number | undefined {
  return Number(readLines(dataDirectory)?.[3]) || undefined;
}

/**
 * Lets the next server start over a postmaster.pid left from a crash whose number now belongs to another process or a zombie, which
 * PostgreSQL would take for a running server. The number is replaced by ours, because a server never takes its parent for a rival. The file
 * is not deleted: its other lines let the server see whether backends of the crashed one still use its memory.
 */
export function disownStalePidFile(dataDirectory: string): void {
  const lines = readLines(dataDirectory);
  if (lines === undefined || !isTaken(Number(lines[0]))) return;
  lines[0] = String(process.pid);
  const text = lines.join('\n');
  // Overwritten in place: emptied on a full disk, the file would stay empty, and no server starts over an
  // empty one.
  const file = openSync(join(dataDirectory, 'postmaster.pid'), 'r+');
  try {
    writeSync(file, text, 0);
    ftruncateSync(file, Buffer.byteLength(text));
  } finally {
    closeSync(file);
  }
}

/** Whether the system has anything under that number, be it a zombie. */
function isTaken(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return true;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

function readLines(dataDirectory: string): string[] | undefined {
  try {
    return readFileSync(join(dataDirectory, 'postmaster.pid'), 'utf8').split('\n');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function servesDirectory(pid: number, dataDirectory: string): boolean {
  const command = `${commandLine(pid)} `;
  // Between blanks: a copy of the directory elsewhere may have a path that contains this one. Windows quotes one with blanks.
  const isNamed = [dataDirectory, `"${dataDirectory}"`].some((name) => command.includes(` -D ${name} `));
  return isNamed && command.includes('postgres');
}
