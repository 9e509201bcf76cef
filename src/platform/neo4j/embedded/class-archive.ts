import { existsSync, mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../../process/free-port.js';
import { ProcessLock } from '../../process/process-lock.js';
import { stopProcess } from '../../process/stop-process.js';
import { SERVER_CACHE } from './server-jars.js';
import { launchServer } from './server-process.js';

/** The exit code of a Java that shut down at SIGTERM: all that it writes at its end is there. */
const SHUT_DOWN = 143;
/** Java writes the archive when it ends. That takes some seconds, and minutes on a busy machine. */
const WRITTEN_WITHIN_MS = 300_000;

/**
 * The archive of the server's classes as Java has parsed and verified them, which halves what a start and its
 * first questions cost. The first start of a checkout makes it. Java ignores an archive that another Java or
 * other jars made.
 *
 * @returns undefined where this Java makes none
 */
export async function classArchive(jars: string, say: (line: string) => void): Promise<string | undefined> {
  const archive = `${jars}.asked.jsa`;
  if (!existsSync(archive))
    await new ProcessLock(SERVER_CACHE).hold(async () => {
      if (!existsSync(archive)) await make(jars, archive, say);
    });
  return existsSync(archive) && statSync(archive).size > 0 ? archive : undefined;
}

/**
 * Starts a server, asks it and stops it, which leaves the archive. An empty file notes that Java made none.
 * After a kill, the next start tries again.
 */
async function make(jars: string, archive: string, say: (line: string) => void): Promise<void> {
  say('preparing Neo4j for faster starts, once: some 15 s');
  const home = mkdtempSync(join(tmpdir(), 'chainproof-neo4j-classes-'));
  const partial = `${archive}.partial`;
  rmSync(partial, { force: true });
  try {
    const options = [`-XX:ArchiveClassesAtExit=${partial}`, '-Xlog:disable'];
    const port = await findFreePort();
    const child = await launchServer(home, jars, port, options);
    // The driver of Neo4j is loaded here alone. An archive of a server that did not answer holds what it loaded.
    const { rehearse } = await import('./rehearse.js');
    await rehearse(port).catch(() => undefined);
    await stopProcess(child.identity, [
      { signal: 'SIGTERM', withinMs: WRITTEN_WITHIN_MS },
      { signal: 'SIGKILL', withinMs: 5_000 },
    ]);
    const { code, signal } = await child.exited;
    // Java crashes on an incomplete archive.
    if (code === SHUT_DOWN && existsSync(partial)) return renameSync(partial, archive);
    say(`Neo4j starts slower: Java made no archive of its classes (${signal ?? `exit code ${code}`})`);
    if (signal === null) writeFileSync(archive, '');
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
