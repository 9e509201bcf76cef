import type { Address } from '../../domain/chain/hex.js';
import type { GraphStatement } from '../../platform/neo4j/graph-database.js';
import { quoteName } from '../../platform/neo4j/quote-name.js';
import type { KindScope } from './graph-scope.js';
import type { Direction } from './graph-store.reader.js';

/** Greater than every address. */
const BEYOND = '1';

/**
 * An index walk for each relation, up to the page: an object may have a million subjects. The index is named because a plan made for an
 * empty graph has no useful costs. The text is the same for every page, so its expensive plan is cached.
 */
export function relationPage(
  { lows }: KindScope,
  address: Address,
  direction: Direction,
  after: { readonly id: string; readonly counterpart: string },
  limit: number,
): GraphStatement {
  const counterpart = direction === 'subject' ? 'object' : 'subject';
  const ids = Object.keys(lows).sort();
  if (ids.length === 0) return { text: 'UNWIND [] AS nothing RETURN nothing' };
  const walks = ids.map(
    (id, at) => `
  MATCH ()-[relation:${quoteName(id)}]->()
  USING RANGE INDEX relation:${quoteName(id)}(${direction}, ${counterpart})
  WHERE relation.${direction} = $address AND relation.${counterpart} > $after${at} AND relation.startBlock >= $low${at}
  RETURN $id${at} AS id, relation.${counterpart} AS counterpart, relation.referenceBlock AS referenceBlock, relation.value AS value
  ORDER BY relation.${direction}, relation.${counterpart}
  LIMIT $limit`,
  );
  const parameters: Record<string, unknown> = { address, limit };
  for (const [at, id] of ids.entries()) {
    parameters[`id${at}`] = id;
    parameters[`low${at}`] = lows[id];
    parameters[`after${at}`] = id === after.id ? after.counterpart : id > after.id ? '' : BEYOND;
  }
  return {
    text: `CYPHER replan=skip CALL () {${walks.join('\n  UNION ALL')}\n}
RETURN id, counterpart, referenceBlock, value
ORDER BY id, counterpart
LIMIT $limit`,
    parameters,
  };
}
