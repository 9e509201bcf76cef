import { readdir, readFile } from 'node:fs/promises';
import type { GraphDatabase } from './graph-database.js';
import { quoteName } from './quote-name.js';

const MIGRATIONS = new URL('../../../../migrations/neo4j/', import.meta.url);

/** Less than a transaction may take; the next step goes on waiting. */
const INDEXES_WITHIN_SECONDS = 500;

/** The placeholder of a relation in the files that are applied for each. */
const RELATION = /`relation( by (?:subject|object))?`/g;

/**
 * Makes the constraints and indexes of `migrations/neo4j` that are not there yet, in the order of the files, those of relations for each
 * relation given.
 * @param relations ids, which are relationship types.
 */
export async function applySchema(graph: GraphDatabase, relations: readonly string[]): Promise<void> {
  for (const name of (await readdir(MIGRATIONS)).sort()) {
    for (const statement of statementsOf(await readFile(new URL(name, MIGRATIONS), 'utf8'))) {
      const texts = statement.includes('`relation`')
        ? relations.map((id) => statement.replaceAll(RELATION, (_, index = '') => quoteName(`${id}${index}`)))
        : [statement];
      // A transaction of their own each: Neo4j does not mix changes of the schema with others.
      for (const text of texts) await graph.write((run) => run(text));
    }
  }
  // An index that is still being filled cannot be walked.
  await graph.write((run) => run('CALL db.awaitIndexes($seconds)', { seconds: INDEXES_WITHIN_SECONDS }));
}

function statementsOf(file: string): string[] {
  return file
    .replace(/^\/\/.*$/gm, '')
    .split(';')
    .flatMap((statement) => statement.trim() || []);
}
