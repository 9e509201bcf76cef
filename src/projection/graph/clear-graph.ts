import type { RunInGraph } from '../../platform/neo4j/graph-database.js';

/** Nodes removed in one transaction, which must fit into its memory. */
const AT_ONCE = 20_000;

// Relations first: removing an address with a million of them would take as much memory.
const REMOVALS = [
  `MATCH (:Address)-[relation]->() WITH relation LIMIT ${AT_ONCE} DELETE relation RETURN count(*) AS removed`,
  `MATCH (node:Address) WITH node LIMIT ${AT_ONCE} DELETE node RETURN count(*) AS removed`,
];

/** Removes some of what is there; false when there is nothing left. */
export async function clearSome(run: RunInGraph): Promise<boolean> {
  for (const removal of REMOVALS) {
    const [row] = await run(removal);
    if (row?.removed !== 0) return true;
  }
  return false;
}
