import type { RunInGraph } from '../../platform/neo4j/graph-database.js';

/** Nodes or relationships removed in one transaction, which must fit into Neo4j's memory. */
const AT_ONCE = 20_000;

// Relationships first: removing a node with a million of them would take as much memory.
const REMOVALS = [
  `MATCH (:Address)-[relation]->() WITH relation LIMIT ${AT_ONCE} DELETE relation RETURN count(*) AS removed`,
  `MATCH (node:Address) WITH node LIMIT ${AT_ONCE} DELETE node RETURN count(*) AS removed`,
];

/** Removes some of the graph. @returns false when nothing is left */
export async function clearSome(run: RunInGraph): Promise<boolean> {
  for (const removal of REMOVALS) {
    const [row] = await run(removal);
    if (row?.removed !== 0) return true;
  }
  return false;
}
