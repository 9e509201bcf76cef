import { JsonRpcError, NodeUnreachable } from './node-errors.js';

/** Why one node's answer was not accepted. */
export interface NodeRefusal {
  readonly node: string;
  readonly reason: string;
}

/** Every node was asked, several times, and none gave an acceptable answer. */
export class SourceExhausted extends Error {
  override readonly name: string = 'SourceExhausted';
  constructor(
    readonly what: string,
    readonly refusals: readonly NodeRefusal[],
  ) {
    super(`${what}: ${[...new Set(refusals.map(({ node, reason }) => `${node}: ${reason}`))].join('; ')}`);
  }
}

export type RefusalListener = (what: string, refusal: NodeRefusal) => void;

/** Why an answer was not accepted, without any part of a URL. */
export function reasonOf(error: unknown): string {
  if (error instanceof NodeUnreachable) return error.why;
  if (error instanceof JsonRpcError) return `${error.method}: ${error.why.slice(0, 200)} (${error.code})`;
  return error instanceof Error ? error.message : String(error);
}
