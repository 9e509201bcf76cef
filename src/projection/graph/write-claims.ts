import type { RunInGraph } from '../../platform/neo4j/graph-database.js';
import { quoteName } from '../../platform/neo4j/quote-name.js';
import type { AddressNow, ClaimsNow } from './claims-now.js';

/**
 * Attributes that nearly every account has. If an address has no others, PostgreSQL answers for it, so that
 * the graph stays small.
 */
const PLAIN: ReadonlySet<string> = new Set(['address_nature:eoa', 'derived:account_type:eoa']);

/** Labels of a node, other than `Address`, are ids of attributes. */
const UNLABEL = "REMOVE node:$([label IN labels(node) WHERE label <> 'Address'])";

const ADD_ADDRESSES = `
UNWIND $rows AS row
MERGE (node:Address {address: row.address})
${UNLABEL}
SET node = row
SET node:$(row.attributeIds)`;

const STRIP_ADDRESSES = `
UNWIND $addresses AS address
MATCH (node:Address {address: address})
${UNLABEL}
SET node = {address: address}`;

const ADD_RELATIONS = (type: string) => `
UNWIND $rows AS row
MERGE (subject:Address {address: row.subject})
MERGE (object:Address {address: row.object})
MERGE (subject)-[relation:${type} {subject: row.subject, object: row.object}]->(object)
SET relation = row`;

const REMOVE_RELATIONS = (type: string) => `
UNWIND $rows AS row
MATCH ()-[relation:${type}]->()
WHERE relation.subject = row.subject AND relation.object = row.object
DELETE relation`;

const REMOVE_LONELY = `
UNWIND $addresses AS address
MATCH (node:Address {address: address})
WHERE node.attributeIds IS NULL AND NOT EXISTS { (node)--() }
DELETE node`;

/**
 * Writes the current state of claims to the graph: full after-states, so a repetition changes nothing. A node without claims and references
 * is removed.
 */
export async function writeClaims(run: RunInGraph, { addresses, relations }: ClaimsNow): Promise<void> {
  const plain = addresses.filter(isPlain).map(({ address }) => address);
  const others = addresses.filter((one) => !isPlain(one));
  if (others.length > 0) await run(ADD_ADDRESSES, { rows: others });
  if (plain.length > 0) await run(STRIP_ADDRESSES, { addresses: plain });

  const gone = relations.filter(({ held }) => held === undefined);
  for (const [id, rows] of byId(gone))
    await run(REMOVE_RELATIONS(quoteName(id)), {
      rows: rows.map(({ subject, object }) => ({ subject, object })),
    });
  const held = relations.filter((one) => one.held !== undefined);
  for (const [id, rows] of byId(held))
    await run(ADD_RELATIONS(quoteName(id)), { rows: rows.map((row) => row.held) });

  const lonely = new Set([...plain, ...gone.flatMap(({ subject, object }) => [subject, object])]);
  if (lonely.size > 0) await run(REMOVE_LONELY, { addresses: [...lonely] });
}

function byId<One extends { readonly id: string }>(all: readonly One[]): ReadonlyMap<string, One[]> {
  const groups = new Map<string, One[]>();
  for (const one of all) {
    const group = groups.get(one.id);
    if (group) group.push(one);
    else groups.set(one.id, [one]);
  }
  return groups;
}

function isPlain({ attributeIds }: AddressNow): boolean {
  return attributeIds.every((id) => PLAIN.has(id));
}
