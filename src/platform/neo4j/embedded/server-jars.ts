import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Child, startChild } from '../../process/child.js';
import { ProcessLock } from '../../process/process-lock.js';
import { DownloadProgress } from './download-progress.js';

const POM = fileURLToPath(new URL('../../../../../neo4j/pom.xml', import.meta.url));
/** The directory of the server's jars and class archives. */
export const SERVER_CACHE = fileURLToPath(new URL('../../../../../.cache/neo4j', import.meta.url));

const WHOLE_MB = 116;
const TELL_MS = 10_000;

/** Whether the server's jars are here already, so that Maven is not needed. */
export function hasServerJars(): boolean {
  return existsSync(jarsOfPom());
}

/**
 * The directory of the server's jars, downloaded by Maven the first time (116 MB, a minute) and kept by the digest of `neo4j/pom.xml`;
 * `say` gets the progress.
 * @throws Error with instructions when Maven is missing or fails
 */
export async function serverJars(say: (line: string) => void): Promise<string> {
  const jars = jarsOfPom();
  if (existsSync(jars)) return jars;
  return new ProcessLock(SERVER_CACHE).hold(async () => {
    if (!existsSync(jars)) await bring(jars, say);
    return jars;
  });
}

function jarsOfPom(): string {
  return join(SERVER_CACHE, createHash('sha256').update(readFileSync(POM)).digest('hex').slice(0, 16));
}

async function bring(jars: string, say: (line: string) => void): Promise<void> {
  // Downloaded into another directory and renamed, so that the directory of jars is always complete.
  const partial = `${jars}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true });
  copyFileSync(POM, join(partial, 'pom.xml'));
  say(`Neo4j is not here yet: Maven brings it, once; some ${WHOLE_MB} MB, a minute or a few`);
  const progress = new DownloadProgress();
  const telling = setInterval(
    () => say(`bringing Neo4j: ${progress.megabytes} of some ${WHOLE_MB} MB`),
    TELL_MS,
  );
  try {
    await maven(partial, (line) => progress.note(line));
  } finally {
    clearInterval(telling);
  }
  for (const name of readdirSync(partial)) if (!name.endsWith('.jar')) rmSync(join(partial, name));
  renameSync(partial, jars);
}

async function maven(directory: string, onLine: (line: string) => void): Promise<void> {
  const goal = ['dependency:copy-dependencies', '-DoutputDirectory=.', '-DincludeScope=runtime'];
  const wayOut = 'set NEO4J_URI to a Neo4j 5 of your own, or leave NEO4J out to serve from PostgreSQL';
  let child: Child;
  try {
    child = await startChild({
      name: 'Maven',
      command: 'mvn',
      args: ['-B', ...goal],
      cwd: directory,
      onLine,
    });
  } catch (error) {
    throw new Error(
      `Maven (mvn) is needed to bring the embedded Neo4j (${wayOut}): ${(error as Error).message}`,
    );
  }
  const { code, signal } = await child.exited;
  if (code === 0) return;
  // Its error messages are at the end, after the list of downloads.
  const errors = child
    .output()
    .split('\n')
    .filter((line) => line.startsWith('[ERROR]'));
  throw new Error(
    `Maven could not bring the embedded Neo4j (${wayOut}):\n${errors.join('\n') || (signal ?? `exit code ${code}`)}`,
  );
}
