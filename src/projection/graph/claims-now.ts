import type { PoolClient } from 'pg';
import { fromHex } from '../../domain/chain/codec/hex.js';
import type { Address } from '../../domain/chain/hex.js';
import { JSON_READY } from '../../platform/postgres/json-ready.js';
import type { ClaimKey } from './claim-key.js';
import type { GraphScope } from './graph-scope.js';

/** All current attributes of an address. The lists are parallel, ascending by id in byte order. */
export interface AddressNow {
  readonly address: Address;
  readonly attributeIds: readonly string[];
  readonly startBlocks: readonly number[];
  readonly referenceBlocks: readonly number[];
  readonly proofHashes: readonly string[];
}

/** A relation as its relationship in Neo4j has it. */
export interface RelationNow {
  readonly subject: Address;
  readonly object: string;
  readonly value: string | null;
  readonly startBlock: number;
  readonly referenceBlock: number;
  readonly proofHash: string;
}

/** The current state of claims. */
export interface ClaimsNow {
  readonly addresses: readonly AddressNow[];
  /** By id; undefined where the relation no longer holds. */
  readonly relations: readonly {
    readonly id: string;
    readonly subject: Address;
    readonly object: string;
    readonly held: RelationNow | undefined;
  }[];
}

/**
 * The last segment of each claim that began at or before the head, if it is open or reaches the head. Readers
 * of the graph decide by its start whether it is in the range evaluated at the head. Each node of a cluster
 * computes this for its own rows.
 */
const LAST = (from: string, head: string) => `
  SELECT DISTINCT ON (claim.subject, claim.definition, claim.object)
         claim.subject, claim.definition, claim.object, start_block, end_block, reference_block, value, proof_hash
  FROM ${from} AND definition_set = $1 AND start_block <= ${head}
  ORDER BY claim.subject, claim.definition, claim.object, start_block DESC`;

const ATTRIBUTES = `
WITH last AS MATERIALIZED (${LAST(
  "proof_segment claim WHERE hashbytea(subject) = ANY(ARRAY(SELECT hashbytea(one) FROM unnest($2::bytea[]) one)) AND subject = ANY($2) AND object = ''",
  '$3',
)})
SELECT subject AS address, id, start_block AS "startBlock", reference_block AS "referenceBlock", proof_hash AS "proofHash"
FROM last JOIN definition_number ON number = definition
WHERE end_block IS NULL OR end_block >= $3
ORDER BY subject, id COLLATE "C"`;

const CHANGED = 'unnest($2::bytea[], $3::int2[], $4::bytea[]) AS changed (subject, definition, object)';

const RELATIONS = `
WITH last AS MATERIALIZED (${LAST(
  `${CHANGED} JOIN proof_segment claim
   ON hashbytea(claim.subject) = hashbytea(changed.subject) AND claim.subject = changed.subject AND claim.definition = changed.definition AND claim.object = changed.object`,
  '$5',
)})
SELECT subject, id, object, start_block AS "startBlock", reference_block AS "referenceBlock", value, proof_hash AS "proofHash"
FROM ${CHANGED}
JOIN definition_number ON number = changed.definition
LEFT JOIN (SELECT * FROM last WHERE end_block IS NULL OR end_block >= $5) claim USING (subject, definition, object)`;

interface AttributeRow {
  readonly address: Address;
  readonly id: string;
  readonly startBlock: number;
  readonly referenceBlock: number;
  readonly proofHash: string;
}

type RelationRow = Omit<RelationNow, 'startBlock'> & {
  readonly id: string;
  readonly startBlock: number | null;
};

/** Reads the current state of claims. For an attribute it reads all attributes of the address. */
export async function claimsNow(
  tx: PoolClient,
  set: number,
  keys: readonly ClaimKey[],
  scope: GraphScope,
): Promise<ClaimsNow> {
  const relations = keys.filter(({ object }) => object !== '0x');
  const subjects = new Set(keys.flatMap(({ object, subject }) => (object === '0x' ? [subject] : [])));
  return {
    addresses: await addressesNow(tx, set, [...subjects], scope.attribute.block ?? -1),
    relations: await relationsNow(tx, set, relations, scope.relation.block ?? -1),
  };
}

async function addressesNow(
  tx: PoolClient,
  set: number,
  subjects: readonly Address[],
  head: number,
): Promise<AddressNow[]> {
  if (subjects.length === 0) return [];
  const { rows } = await tx.query<AttributeRow>({
    name: 'attributes for the graph',
    text: ATTRIBUTES,
    values: [set, subjects.map(fromHex), head],
    types: JSON_READY,
  });
  const held = new Map<Address, AttributeRow[]>(subjects.map((subject) => [subject, []]));
  for (const row of rows) held.get(row.address)!.push(row);
  return [...held].map(([address, claims]) => ({
    address,
    attributeIds: claims.map(({ id }) => id),
    startBlocks: claims.map(({ startBlock }) => startBlock),
    referenceBlocks: claims.map(({ referenceBlock }) => referenceBlock),
    proofHashes: claims.map(({ proofHash }) => proofHashText(proofHash)),
  }));
}

async function relationsNow(
  tx: PoolClient,
  set: number,
  keys: readonly ClaimKey[],
  head: number,
): Promise<ClaimsNow['relations']> {
  if (keys.length === 0) return [];
  const { rows } = await tx.query<RelationRow>({
    name: 'relations for the graph',
    text: RELATIONS,
    values: [
      set,
      keys.map(({ subject }) => fromHex(subject)),
      keys.map(({ definition }) => definition),
      keys.map(({ object }) => fromHex(object)),
      head,
    ],
    types: JSON_READY,
  });
  return rows.map(({ id, startBlock, ...relation }) => ({
    id,
    subject: relation.subject,
    object: relation.object,
    held:
      startBlock === null
        ? undefined
        : { ...relation, startBlock, proofHash: proofHashText(relation.proofHash) },
  }));
}

const proofHashText = (hex: string): string => `sha256:${hex.slice(2)}`;
