import { keccak256 } from '../../crypto/keccak.js';
import { decodeNode, nibblesOf } from './trie-node.js';

/** The result of a proof for a key. */
export interface Walk {
  /** Undefined when the trie holds nothing under the key. */
  readonly value: Buffer | undefined;
  /** Whether the root and the nodes have the hashes of the nodes below them, and no node is unused. */
  readonly isBound: boolean;
}

/**
 * Follows a key through the nodes of a Merkle proof, root first. The value is read even where the node hashes do not match, so the value
 * and its inclusion are separate results.
 *
 * @throws MalformedField when a node is malformed or the nodes end before the key does
 */
export function walkTrie(root: Buffer, key: Buffer, nodes: readonly Buffer[]): Walk {
  const path = nibblesOf(key);
  let isBound = keccak256(nodes[0] ?? Buffer.alloc(0)).equals(root);
  let taken = 1;
  let at = 0;
  let raw: Buffer | undefined = nodes[0];
  const ended = (value: Buffer | undefined): Walk => ({ value, isBound: isBound && taken === nodes.length });
  while (raw !== undefined) {
    const node = decodeNode(raw);
    if (node.kind === 'leaf') return ended(isRest(node.path, path, at) ? node.value : undefined);
    if (node.kind === 'extension') {
      if (!node.path.every((nibble, i) => path[at + i] === nibble)) return ended(undefined);
      at += node.path.length;
    } else if (at === path.length) return ended(node.value.length === 0 ? undefined : node.value);
    const child = node.kind === 'branch' ? node.children[path[at++]!] : node.child;
    if (child === undefined) return ended(undefined);
    if ('node' in child) raw = child.node;
    else {
      raw = nodes[taken++];
      if (raw !== undefined && !keccak256(raw).equals(child.hash)) isBound = false;
    }
  }
  throw new MissingNode();
}

/** The nodes of a proof end before its key does. */
export class MissingNode extends Error {
  override readonly name = 'MissingNode';
  constructor() {
    super('a trie proof ends too early');
  }
}

function isRest(rest: readonly number[], path: readonly number[], at: number): boolean {
  return rest.length === path.length - at && rest.every((nibble, i) => path[at + i] === nibble);
}
