import { type ClaimInterval, holdsAt, relationIntervals } from './claims.js';

/** Relations that give control of their subject to their object. */
const CONTROL: readonly string[] = [
  'relation:owned_by',
  'relation:proxy_admin',
  'relation:uses_beacon',
  'relation:beacon_implementation',
  'relation:has_role_holder',
  'relation:safe_owner',
  'relation:safe_module',
  'relation:delegates_to',
];
const LEVELS = 3;
/** Beyond this many the walk says that it was cut. */
const MOST = 40;

export interface ControlEdge extends ClaimInterval {
  readonly subject: string;
  readonly object: string;
  readonly level: number;
}

export interface Control {
  readonly edges: readonly ControlEdge[];
  readonly levels: ReadonlyMap<string, number>;
  readonly isCut: boolean;
}

/** Walks from an address to what controls it, and on, three levels up; each address is looked at once. */
export async function controlOf(address: string, block: number | undefined): Promise<Control> {
  const levels = new Map([[address, 0]]);
  const edges: ControlEdge[] = [];
  let isCut = false;
  let current = [address];
  for (let level = 1; level <= LEVELS && current.length > 0; level++) {
    const found = await Promise.all(
      current.map(async (subject) => ({ subject, intervals: (await relationIntervals(subject)).intervals })),
    );
    const next: string[] = [];
    for (const { subject, intervals } of found)
      for (const one of intervals) {
        if (!CONTROL.includes(one.attributeId) || !holdsAt(one, block)) continue;
        if (edges.length >= MOST) {
          isCut = true;
          break;
        }
        edges.push({ ...one, subject, object: one.counterpart, level });
        if (levels.has(one.counterpart)) continue;
        levels.set(one.counterpart, level);
        next.push(one.counterpart);
      }
    current = next;
  }
  return { edges, levels, isCut };
}
