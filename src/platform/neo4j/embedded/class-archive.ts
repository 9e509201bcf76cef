import { existsSync, mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../../process/free-port.js';
import { ProcessLock } from '../../process/process-lock.js';
import { SERVER_CACHE } from './server-jars.js';
import { launchServer } from './server-process.js';

/** The exit code of a Java that shut down at SIGTERM: all that it writes at its end is there. */
const SHUT_DOWN = 143;

/**
 * The archive of the server's classes as Java has parsed and verified them, which takes a third off what a start costs. The first start
 * of a checkout makes it. Java does without one that another Java or other jars made.
 * @returns undefined where this Java makes none
 */
export async function classArchive(jars: string, say: (line: string) => void): Promise<string | undefined> {
  const archive = `${jars}.jsa`;
  if (!existsSync(archive))
    await new ProcessLock(SERVER_CACHE).hold(async () => {
      if (!existsSync(archive)) await make(jars, archive, say);
    });
  return statSync(archive).size > 0 ? archive : undefined;
}

/** A server that is started and stopped again leaves the archive; an empty file notes that there was none. */
async function make(jars: string, archive: string, say: (line: string) => void): Promise<void> {
  say('preparing Neo4j for faster starts, once: some 10 s');
  const home = mkdtempSync(join(tmpdir(), 'chainproof-neo4j-classes-'));
  const partial = `${archive}.partial`;
  rmSync(partial, { force: true });
  try {
    const options = [`-XX:ArchiveClassesAtExit=${partial}`, '-Xlog:disable'];
    const child = await launchServer(home, jars, await findFreePort(), options);
    await child.stop();
    const { code } = await child.exited;
    // Java crashes over a part of one.
    if (code === SHUT_DOWN && existsSync(partial)) renameSync(partial, archive);
    else writeFileSync(archive, '');
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
