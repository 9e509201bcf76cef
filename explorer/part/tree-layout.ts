interface Ends {
  readonly from: string;
  readonly to: string;
}

/** A node below the one that it was reached from. */
export interface TreeRow<Edge extends Ends> {
  readonly id: string;
  readonly level: number;
  /** Absent for a root. */
  readonly parent?: string;
  /** Edges between it and its parent, in both directions. */
  readonly edges: readonly Edge[];
  /** Edges between it and rows above that are not its parent. */
  readonly others: readonly Edge[];
}

/**
 * A graph as a tree that is read from top to bottom: each node once, as near to the first as it is, and each edge
 * once. A node that no edge connects with those above is a root.
 */
export function treeOf<Edge extends Ends>(
  ids: readonly string[],
  edges: readonly Edge[],
): readonly TreeRow<Edge>[] {
  const known = new Set(ids);
  const between = edges.filter(({ from, to }) => from !== to && known.has(from) && known.has(to));
  const parents = parentsOf(ids, between);
  const rows: { readonly id: string; readonly level: number }[] = [];
  const add = (id: string, level: number) => {
    rows.push({ id, level });
    for (const [child, parent] of parents) if (parent === id) add(child, level + 1);
  };
  for (const [id, parent] of parents) if (parent === undefined) add(id, 0);
  const placeOf = new Map(rows.map(({ id }, at) => [id, at]));
  const isTreeEdge = ({ from, to }: Edge) => parents.get(from) === to || parents.get(to) === from;
  const lowerOf = ({ from, to }: Edge) => (placeOf.get(from)! > placeOf.get(to)! ? from : to);
  return rows.map(({ id, level }) => {
    const parent = parents.get(id);
    const own = between.filter((edge) => lowerOf(edge) === id);
    return {
      id,
      level,
      ...(parent !== undefined && { parent }),
      edges: own.filter(isTreeEdge),
      others: own.filter((edge) => !isTreeEdge(edge)),
    };
  });
}

/** Of each node the one that it is first reached from, nearest first; undefined for roots. */
function parentsOf(ids: readonly string[], edges: readonly Ends[]): ReadonlyMap<string, string | undefined> {
  const parents = new Map<string, string | undefined>();
  for (const root of ids) {
    if (parents.has(root)) continue;
    parents.set(root, undefined);
    const reached = [root];
    for (const id of reached)
      for (const { from, to } of edges) {
        const other = from === id ? to : to === id ? from : undefined;
        if (other === undefined || parents.has(other)) continue;
        parents.set(other, id);
        reached.push(other);
      }
  }
  return parents;
}

/** A text in rows of at most so many characters, broken between words; a longer word has a row of its own. */
export function inRows(text: string, most: number): readonly string[] {
  const rows: string[] = [];
  for (const word of text.split(/\s+/)) {
    const longer = rows.length === 0 ? word : `${rows.at(-1)} ${word}`;
    if (rows.length === 0 || longer.length > most) rows.push(word);
    else rows[rows.length - 1] = longer;
  }
  return rows;
}
