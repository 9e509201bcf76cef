import type { ExecutionNode } from './execution-node.js';

/** A synchronised node has a newer head than this, so that it has every block of that age. */
const FRESH_MS = 10 * 60_000;

/** What a node has at a number: the hash of its block, or none. */
export interface BlockVote {
  readonly node: ExecutionNode;
  readonly hash: string | undefined;
}

/** What nodes have at a number, in their order; nodes that do not answer are left out. */
export async function votesAt(nodes: readonly ExecutionNode[], number: number): Promise<BlockVote[]> {
  const votes = await Promise.all(
    nodes.map(async (node) => {
      try {
        return { node, hash: await node.hashAt(number) };
      } catch {
        return undefined;
      }
    }),
  );
  return votes.filter((vote) => vote !== undefined);
}

/**
 * The votes without those of lagging nodes. For a block that every synchronised node has, lacking it is a
 * vote against it, unless the node lags behind.
 */
export async function withoutLagging(votes: readonly BlockVote[]): Promise<BlockVote[]> {
  const counts = await Promise.all(
    votes.map(async ({ node, hash }) => {
      if (hash !== undefined) return true;
      const head = await node.head().catch(() => undefined);
      return head !== undefined && head.timestamp * 1_000 > Date.now() - FRESH_MS;
    }),
  );
  return votes.filter((_, at) => counts[at]);
}

/** Whether most of the votes are for a block. If exactly half are, the first vote decides. */
export function isHeldByMost(votes: readonly BlockVote[], hash: string): boolean {
  const held = votes.filter((vote) => vote.hash === hash).length;
  return held * 2 > votes.length || (held * 2 === votes.length && votes[0]?.hash === hash);
}
