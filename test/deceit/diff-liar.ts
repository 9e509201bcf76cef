import { type AlteredNode, RpcFailure, startAlteredNode } from '../fixture/altered-node.js';
import type { ReportedDiff } from '../integration/lying-node/node-answers.js';

interface DiffLie {
  /** The honest node that calls are forwarded to. */
  readonly url: string;
  /** The block whose state diffs are false. */
  readonly block: number | (() => number);
  readonly provesNothing: () => boolean;
  /** Alters the state diff of one transaction. */
  readonly lie: (diff: ReportedDiff) => void;
}

/** Starts a node that lies in the state diffs of one block only. While `provesNothing`, it refuses `eth_getProof`. */
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
