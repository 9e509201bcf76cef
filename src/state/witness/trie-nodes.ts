import { decodeNode, nibblesOf } from '../../domain/chain/trie/trie-node.js';
import { keccak256 } from '../../domain/crypto/keccak.js';

/** Called with each node on the way to a key, root first, and its hash in hex. */
export type OnNode = (hash: string, node: Buffer) => void;

/** The nodes do not lead to the end of a key: nothing is known about it. */
export const UNSHOWN = Symbol('unshown');

/** Nodes of Merkle Patricia tries by their hashes: what is found below a root is proven by them, and so is what is absent. */
export class TrieNodes {
  readonly #nodes = new Map<string, Buffer>();

  constructor(nodes: Iterable<Buffer> = []) {
    for (const node of nodes) this.add(node);
  }

  add(node: Buffer): void {
    this.#nodes.set(keccak256(node).toString('hex'), node);
  }

  /**
   * The value under a key; undefined where the trie has none.
   *
   * @param key before it is hashed
   * @throws MalformedField for a node that cannot be read
   */
  find(root: Buffer, key: Buffer, onNode?: OnNode): Buffer | undefined | typeof UNSHOWN {
    const path = nibblesOf(keccak256(key));
    let raw = this.#load(root, onNode);
    for (let at = 0; raw !== undefined; ) {
      const node = decodeNode(raw);
      if (node.kind === 'leaf') return isSame(node.path, path, at, path.length) ? node.value : undefined;
      if (node.kind === 'extension') {
        const end = at + node.path.length;
        if (!isSame(node.path, path, at, end)) return undefined;
        at = end;
      } else if (at === path.length) return node.value.length === 0 ? undefined : node.value;
      const child = node.kind === 'branch' ? node.children[path[at++]!] : node.child;
      if (child === undefined) return undefined;
      raw = 'node' in child ? child.node : this.#load(child.hash, onNode);
    }
    return UNSHOWN;
  }

  #load(hash: Buffer, onNode: OnNode | undefined): Buffer | undefined {
    const name = hash.toString('hex');
    const node = this.#nodes.get(name);
    if (node !== undefined) onNode?.(name, node);
    return node;
  }
}

/** Whether a part of a path is this one. */
function isSame(part: readonly number[], path: readonly number[], from: number, end: number): boolean {
  return part.length === end - from && part.every((nibble, i) => path[from + i] === nibble);
}
