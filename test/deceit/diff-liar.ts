import { type AlteredNode, RpcFailure, startAlteredNode } from '../fixture/altered-node.js';
import type { ReportedDiff } from '../integration/lying-node/node-answers.js';

interface DiffLie {
  /** The node that it passes calls on to. */
  readonly url: string;
  /** The block that it lies about. */
  readonly block: number | (() => number);
  readonly provesNothing: () => boolean;
  /** Alters what it says that one transaction changed. */
  readonly lie: (diff: ReportedDiff) => void;
}

/** A node that lies of what a block changed, wherever it speaks of it but in proofs. */
export function startDiffLiar({ url, block, provesNothing, lie }: DiffLie): Promise<AlteredNode> {
  return startAlteredNode(
    () => url,
    (method, params, result) => {
      if (method === 'eth_getProof' && provesNothing())
        return new RpcFailure(-32_000, 'missing trie node: state is pruned');
      const { tracer } = (params[1] ?? {}) as { tracer?: string };
      if (method !== 'debug_traceBlockByNumber' || tracer !== 'prestateTracer') return undefined;
      if (Number(params[0]) !== (typeof block === 'number' ? block : block())) return undefined;
      const diffs = structuredClone(result) as { result: ReportedDiff }[];
      for (const { result } of diffs) lie(result);
      return diffs;
    },
  );
}
