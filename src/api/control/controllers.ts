import type { PoolClient } from 'pg';
import type {
  ClaimsOfMany,
  ClaimsOfManyReader,
  HeldClaim,
  UndecidedClaim,
} from '../../claims/claims-of-many.reader.js';
import type { Address } from '../../domain/chain/hex.js';

/** Relations from a controlled address to the one that controls it. */
export const CONTROL = [
  'relation:authority',
  'relation:beacon_implementation',
  'relation:default_admin',
  'relation:delegates_to',
  'relation:has_role_holder',
  'relation:multisig_owner',
  'relation:owned_by',
  'relation:proxy_admin',
  'relation:safe_guard',
  'relation:safe_module',
  'relation:safe_owner',
  'relation:timelock_admin',
  'relation:uses_beacon',
  'relation:ward',
] as const;
export const LEVELS = 3;
/** Most edges of a level, and so most addresses of the next. */
export const EDGES_OF_LEVEL = 200;
/** Controls a contract where its object is an account: the account's key changes the code that runs. */
const IMPLEMENTED_BY = 'relation:implemented_by';
const ACCOUNT = 'address_nature:eoa_delegated_7702';
const IMPLEMENTATIONS_OF_ONE = 2;
const NATURES = ['address_nature:contract', 'address_nature:eoa'];

export interface Walk {
  readonly block: number;
  /** Level of each address, in the order in which they are reached. The requested address has level 0. */
  readonly levels: ReadonlyMap<Address, number>;
  /** Each edge once, in the order in which they are reached, including edges back to earlier levels. */
  readonly edges: readonly HeldClaim[];
  readonly natures: readonly HeldClaim[];
  readonly undecided: readonly UndecidedClaim[];
  /** Whether edges were left out. */
  readonly isCut: boolean;
}

/**
 * Follows control from an address for three levels. Each address is followed once, so cycles end.
 * @param tx a transaction with one snapshot: otherwise the block could be replaced between two levels
 */
export async function walkControl(
  claims: ClaimsOfManyReader,
  address: Address,
  asked: number | undefined,
  firstBlock: number,
  tx: PoolClient,
): Promise<Walk> {
  const levels = new Map<Address, number>([[address, 0]]);
  const edges: HeldClaim[] = [];
  const undecided: UndecidedClaim[] = [];
  let isCut = false;
  let block = asked;
  let next: readonly Address[] = [address];
  const held = async (
    subjects: readonly Address[],
    ids: readonly string[],
    claimLimit: number,
  ): Promise<ClaimsOfMany> => {
    const found = await claims.held(subjects, ids, block, { claimLimit, firstBlock }, tx);
    block = found.block;
    return found;
  };
  for (let level = 1; level <= LEVELS && next.length > 0; level++) {
    const found = await held(next, CONTROL, EDGES_OF_LEVEL + 1);
    const implemented = await held(next, [IMPLEMENTED_BY], IMPLEMENTATIONS_OF_ONE * next.length);
    undecided.push(...found.undecided, ...implemented.undecided);
    const objects = [...new Set(implemented.claims.map(({ object }) => object!))];
    const accounts = new Set(
      objects.length === 0
        ? []
        : (await held(objects, [ACCOUNT], objects.length)).claims.map(({ subject }) => subject),
    );
    const byKey = implemented.claims.filter(({ object }) => accounts.has(object!));
    let leading: readonly HeldClaim[] = [...found.claims, ...byKey].sort(inOrder);
    isCut ||= leading.length > EDGES_OF_LEVEL;
    while (leading.length > EDGES_OF_LEVEL) leading = withoutOne(leading);
    const reached: Address[] = [];
    for (const edge of leading) {
      edges.push(edge);
      const to = edge.object!;
      if (levels.has(to)) continue;
      levels.set(to, level);
      reached.push(to);
    }
    next = reached;
  }
  const natures = await held([...levels.keys()], NATURES, 2 * levels.size);
  // Addresses of the last level are not followed, although they may be controlled as well.
  return { block: natures.block, levels, edges, natures: natures.claims, undecided, isCut };
}

/** Leaves out the last of the relation that has most: many of one kind hide no other. */
function withoutOne(edges: readonly HeldClaim[]): readonly HeldClaim[] {
  const relationOf = ({ subject, id }: HeldClaim) => `${subject} ${id}`;
  const counts = new Map<string, number>();
  for (const edge of edges) counts.set(relationOf(edge), (counts.get(relationOf(edge)) ?? 0) + 1);
  const most = Math.max(...counts.values());
  const last = edges.findLast((edge) => counts.get(relationOf(edge)) === most);
  return edges.filter((edge) => edge !== last);
}

/** Ascending by subject, id and object, as the reader gives them. */
function inOrder(one: HeldClaim, other: HeldClaim): number {
  const textOf = ({ subject, id, object }: HeldClaim) => `${subject} ${id} ${object}`;
  return textOf(one) < textOf(other) ? -1 : 1;
}
