import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ProcessLock } from '../../process/process-lock.js';

const POM = fileURLToPath(new URL('../../../../../neo4j/pom.xml', import.meta.url));
const CACHE = fileURLToPath(new URL('../../../../../.cache/neo4j', import.meta.url));

/** Whether the server's jars are here already, so that Maven is not needed. */
export function hasServerJars(): boolean {
  return existsSync(jarsOfPom());
}

/**
 * The directory of the server's jars, brought by Maven the first time (116 MB, a minute) and kept by the digest of `neo4j/pom.xml`.
 * @throws Error saying what to do when Maven is missing or fails.
 */
export async function serverJars(): Promise<string> {
  const jars = jarsOfPom();
  if (existsSync(jars)) return jars;
  return new ProcessLock(CACHE).hold(async () => {
    if (!existsSync(jars)) await bring(jars);
    return jars;
  });
}

function jarsOfPom(): string {
  return join(CACHE, createHash('sha256').update(readFileSync(POM)).digest('hex').slice(0, 16));
}

async function bring(jars: string): Promise<void> {
  // Made aside and renamed: jars that are there are all there.
  const partial = `${jars}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true });
  copyFileSync(POM, join(partial, 'pom.xml'));
  const goal = ['dependency:copy-dependencies', '-DoutputDirectory=.', '-DincludeScope=runtime'];
  try {
    await promisify(execFile)('mvn', ['-q', '-B', ...goal], { cwd: partial });
  } catch (error) {
    const { code, stdout, message } = error as Error & { code?: unknown; stdout?: string };
    const wayOut = 'set NEO4J_URI to a Neo4j 5 of your own, or leave NEO4J out to serve from PostgreSQL';
    if (code === 'ENOENT')
      throw new Error(`Maven (mvn) is not installed, which brings the embedded Neo4j: ${wayOut}`);
    throw new Error(`Maven could not bring the embedded Neo4j (${wayOut}):\n${stdout?.trim() || message}`);
  }
  for (const name of readdirSync(partial)) if (!name.endsWith('.jar')) rmSync(join(partial, name));
  renameSync(partial, jars);
}
