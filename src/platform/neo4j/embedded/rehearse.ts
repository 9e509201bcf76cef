import { Registry } from 'prom-client';
import { applySchema } from '../apply-schema.js';
import { GraphDatabase } from '../graph-database.js';

const RELATION = 'relation';
const PLACE = { subject: '0x01', object: '0x02' };

/** Of the form of what the graph asks: Java loads other classes for each kind of step in a plan. */
const STATEMENTS: readonly [text: string, parameters?: Readonly<Record<string, unknown>>][] = [
  ['MERGE (checkpoint:Checkpoint {name: $name}) SET checkpoint.held = true', { name: 'rehearsal' }],
  ['MATCH (checkpoint:Checkpoint {name: $name}) RETURN checkpoint {.*} AS checkpoint', { name: 'rehearsal' }],
  [
    `UNWIND $rows AS row
     MERGE (node:Address {address: row.address})
     REMOVE node:$([label IN labels(node) WHERE label <> 'Address'])
     SET node = row
     SET node:$(row.ids)`,
    { rows: [{ address: PLACE.subject, ids: ['attribute'] }] },
  ],
  [
    `UNWIND $rows AS row
     MERGE (subject:Address {address: row.subject})
     MERGE (object:Address {address: row.object})
     MERGE (subject)-[relation:${RELATION} {subject: row.subject, object: row.object}]->(object)
     SET relation = row`,
    { rows: [PLACE] },
  ],
  ['MATCH (node:Address) WHERE node.address IN $addresses RETURN node.ids AS ids', { addresses: ['0x01'] }],
  [
    `CALL () {
       MATCH ()-[relation:${RELATION}]->()
       USING RANGE INDEX relation:${RELATION}(subject, object)
       WHERE relation.subject = $subject AND relation.object > ''
       RETURN relation.object AS counterpart ORDER BY relation.subject, relation.object LIMIT 2
       UNION ALL
       MATCH ()-[relation:${RELATION}]->()
       USING RANGE INDEX relation:${RELATION}(object, subject)
       WHERE relation.object = $object AND relation.subject > ''
       RETURN relation.subject AS counterpart ORDER BY relation.object, relation.subject LIMIT 2
     }
     RETURN counterpart ORDER BY counterpart LIMIT 2`,
    PLACE,
  ],
  [
    `UNWIND $rows AS row
     MATCH ()-[relation:${RELATION}]->()
     WHERE relation.subject = row.subject AND relation.object = row.object
     DELETE relation`,
    { rows: [PLACE] },
  ],
  [
    `UNWIND $addresses AS address
     MATCH (node:Address {address: address})
     WHERE node.ids IS NULL AND NOT EXISTS { (node)--() }
     DELETE node`,
    { addresses: Object.values(PLACE) },
  ],
];

/** Has a server do what a graph is made, changed and read with, so that it has loaded the classes for it. */
export async function rehearse(port: number): Promise<void> {
  const graph = new GraphDatabase({ uri: `bolt://127.0.0.1:${port}` }, new Registry());
  try {
    await applySchema(graph, [RELATION]);
    for (const [text, parameters] of STATEMENTS) await graph.write((run) => run(text, parameters));
  } finally {
    await graph.close();
  }
}
