import { readdir, readFile } from 'node:fs/promises';
import type { GraphDatabase } from './graph-database.js';
import { quoteName } from './quote-name.js';

const MIGRATIONS = new URL('../../../../migrations/neo4j/', import.meta.url);

/** Less than a transaction may take. After a timeout, the next step goes on waiting. */
const INDEXES_WITHIN_SECONDS = 500;

/** The placeholder of a relation in files that are applied once for each relation. */
const RELATION = /`relation( by (?:subject|object))?`/g;

/**
 * Creates the constraints and indexes of `migrations/neo4j` that do not exist yet, in the order of the files;
 * those of relations once for each.
 *
 * @param relations ids, which are relationship types.
 */
export async function applySchema(graph: GraphDatabase, relations: readonly string[]): Promise<void> {
  for (const name of (await readdir(MIGRATIONS)).sort()) {
    for (const statement of statementsOf(await readFile(new URL(name, MIGRATIONS), 'utf8'))) {
      const texts = statement.includes('`relation`')
        ? relations.map((id) => statement.replaceAll(RELATION, (_, index = '') => quoteName(`${id}${index}`)))
        : [statement];
      // Each in a transaction of its own: Neo4j does not mix schema changes with others.
      for (const text of texts) await graph.write((run) => run(text));
    }
  }
  // No query can use an index that is still being filled.
  await graph.write((run) => run('CALL db.awaitIndexes($seconds)', { seconds: INDEXES_WITHIN_SECONDS }));
}

function statementsOf(file: string): string[] {
  return file
    .replace(/^\/\/.*$/gm, '')
    .split(';')
    .flatMap((statement) => statement.trim() || []);
}
