import { EMPTY_ROOT, type NodeReader, nodeHash, type TreeHash } from './merkle-tree.js';

interface Subtree {
  /** It has 2^level leaves. */
  readonly level: number;
  readonly hash: TreeHash;
}

/** The complete subtrees of a tree, largest first. They suffice to append leaves and to compute the root. */
export class Frontier {
  readonly #subtrees: Subtree[];

  private constructor(
    private size: number,
    subtrees: readonly Subtree[],
  ) {
    this.#subtrees = [...subtrees];
  }

  static async of(nodes: NodeReader, size: number): Promise<Frontier> {
    const subtrees: Subtree[] = [];
    let from = 0;
    for (let level = Math.floor(Math.log2(Math.max(size, 1))); level >= 0; level--) {
      if (Math.floor(size / 2 ** level) % 2 === 0) continue;
      subtrees.push({ level, hash: await nodes(level, from / 2 ** level) });
      from += 2 ** level;
    }
    return new Frontier(size, subtrees);
  }

  append(leaf: TreeHash): void {
    let added: Subtree = { level: 0, hash: leaf };
    while (this.#subtrees.at(-1)?.level === added.level) {
      const left = this.#subtrees.pop()!;
      added = { level: added.level + 1, hash: nodeHash(left.hash, added.hash) };
    }
    this.#subtrees.push(added);
    this.size++;
  }

  get leaves(): number {
    return this.size;
  }

  root(): TreeHash {
    if (this.#subtrees.length === 0) return EMPTY_ROOT;
    return this.#subtrees.map(({ hash }) => hash).reduceRight((right, left) => nodeHash(left, right));
  }
}
