import type { RefusalListener } from '../../node/rpc/node-refusal.js';
import type { Logger } from '../../platform/log/logger.js';

/** A node is asked several times within seconds, and then again and again. */
const REPEATED_MS = 60_000;

/** Logs refused answers. What a node was refused for last is logged again only after a minute. */
export function logRefusals(
  logger: Pick<Logger, 'warn'>,
  now: () => number = () => performance.now(),
): RefusalListener {
  const lastOf = new Map<string, { readonly line: string; readonly at: number }>();
  return (what, { node, reason }) => {
    const line = `refused ${what}: ${reason}`;
    const last = lastOf.get(node);
    const at = now();
    if (last?.line === line && at - last.at < REPEATED_MS) return;
    lastOf.set(node, { line, at });
    logger.warn(line, { node });
  };
}
