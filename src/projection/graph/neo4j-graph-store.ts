import { isDeepStrictEqual } from 'node:util';
import type { Address } from '../../domain/chain/hex.js';
import { NotCovered } from '../../domain/refusal/not-covered.js';
import type { GraphDatabase, GraphRow, GraphStatement } from '../../platform/neo4j/graph-database.js';
import type { FollowedEvents } from './followed-events.js';
import { checkpointOf, type GraphCheckpoint, READ_CHECKPOINT } from './graph-checkpoint.js';
import type { GraphScope, KindScope } from './graph-scope.js';
import {
  type Direction,
  GraphStore,
  type HeldAttribute,
  type HeldNow,
  type HeldRelation,
} from './graph-store.reader.js';
import { relationPage } from './relation-page.js';

const ADDRESS = `
MATCH (node:Address {address: $address})
WHERE node.attributeIds IS NOT NULL
RETURN node.attributeIds AS ids, node.startBlocks AS starts, node.referenceBlocks AS references`;

const ADDRESSES = `
MATCH (node:Address)
WHERE node.address IN $addresses AND node.attributeIds IS NOT NULL
RETURN node.address AS address, node.attributeIds AS ids, node.startBlocks AS starts`;

/** Times that a read is repeated because the graph changed meanwhile, before it counts as unavailable. */
const TRIES = 10;

/** Claims of the graph as of its checkpoint. `others` answers for addresses that are not in it. */
export class Neo4jGraphStore extends GraphStore {
  /** The checkpoint as it was seen last. */
  #known: GraphCheckpoint | undefined;

  constructor(
    private readonly graph: GraphDatabase,
    private readonly others: GraphStore,
    private readonly events: FollowedEvents,
  ) {
    super();
  }

  async attributesOf(address: Address, afterId: string, rowLimit: number): Promise<HeldNow<HeldAttribute>> {
    const { rows, scope } = await this.#read<AddressRow>(() => ({ text: ADDRESS, parameters: { address } }));
    const [node] = rows;
    if (!node) return this.others.attributesOf(address, afterId, rowLimit);
    const { ids, starts, references } = node;
    const held = ids.flatMap((id, at) =>
      id > afterId && isHeld(scope.attribute, id, starts[at]!)
        ? [{ id, referenceBlock: references[at]! }]
        : [],
    );
    return { ...headOf(scope.attribute), claims: held.slice(0, rowLimit) };
  }

  async attributeIdsOf(addresses: readonly Address[]): Promise<ReadonlyMap<string, readonly string[]>> {
    const { rows, scope } = await this.#read<HeldIdsRow>(() => ({
      text: ADDRESSES,
      parameters: { addresses },
    }));
    const here = new Set(rows.map(({ address }) => address));
    const elsewhere = addresses.filter((address) => !here.has(address));
    return new Map([
      ...(elsewhere.length > 0 ? await this.others.attributeIdsOf(elsewhere) : []),
      ...rows.map(({ address, ids, starts }): [string, string[]] => [
        address,
        ids.filter((id, at) => isHeld(scope.attribute, id, starts[at]!)),
      ]),
    ]);
  }

  async relationsOf(
    address: Address,
    direction: Direction,
    after: { readonly id: string; readonly counterpart: string },
    rowLimit: number,
  ): Promise<HeldNow<HeldRelation>> {
    const { rows, scope } = await this.#read<GraphRow & HeldRelation>(({ relation }) =>
      relationPage(relation, address, direction, after, rowLimit),
    );
    return { ...headOf(scope.relation), claims: rows };
  }

  /** The highest evaluated block that the graph knows. @throws {NotCovered} when it cannot answer now */
  async head(): Promise<number | undefined> {
    const [rows] = await this.graph.read([READ_CHECKPOINT]);
    const { attribute, relation } = (await this.#ofOurs(settled(checkpointOf(rows!)))).scope;
    const blocks = [attribute, relation].flatMap(({ block }) => block ?? []);
    return blocks.length === 0 ? undefined : Math.max(...blocks);
  }

  /**
   * Rows and their scope as of one checkpoint. Neo4j shows writes of other transactions between two reads,
   * and even within one, so rows count only if the checkpoint did not move.
   */
  async #read<Row extends GraphRow>(
    question: (scope: GraphScope) => GraphStatement,
  ): Promise<{ readonly rows: readonly Row[]; readonly scope: GraphScope }> {
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const known = this.#known;
      const asked = known ? [question(known.scope), READ_CHECKPOINT] : [];
      const [before, rows, after = before] = await this.graph.read([READ_CHECKPOINT, ...asked]);
      const now = settled(checkpointOf(after!));
      if (known && isDeepStrictEqual([checkpointOf(before!), now], [known, known]))
        return { rows: rows as Row[], scope: (await this.#ofOurs(known)).scope };
      this.#known = now;
    }
    throw NotCovered.unavailable();
  }

  async #ofOurs(checkpoint: GraphCheckpoint): Promise<GraphCheckpoint> {
    if (!(await this.events.isOf(checkpoint))) throw NotCovered.unavailable();
    return checkpoint;
  }
}

/** While the graph is loaded or catches up, it mixes several blocks. @throws {NotCovered} then */
function settled(checkpoint: GraphCheckpoint | undefined): GraphCheckpoint {
  if (!checkpoint?.settled) throw NotCovered.unavailable();
  return checkpoint;
}

interface AddressRow extends GraphRow {
  readonly ids: readonly string[];
  readonly starts: readonly number[];
  readonly references: readonly number[];
}

interface HeldIdsRow extends GraphRow {
  readonly address: Address;
  readonly ids: readonly string[];
  readonly starts: readonly number[];
}

function headOf({ block }: KindScope): { readonly block?: number } {
  return block === undefined ? {} : { block };
}

function isHeld({ lows }: KindScope, id: string, start: number): boolean {
  const low = lows[id];
  return low !== undefined && start >= low;
}
