const HASH_BYTES = 32;

/** The nodes of a proof, without those embedded in their parents, which some execution nodes list too. */
export function hashedNodes(nodes: readonly Uint8Array[]): Buffer[] {
  return nodes.filter((node, at) => at === 0 || node.length >= HASH_BYTES).map((node) => Buffer.from(node));
}
