import { MalformedAnswer } from '../rpc/node-errors.js';

/** A tracer's answer for a whole block. Throws `MalformedAnswer` unless it is a list of one item for each transaction. */
export function listOf<T>(answer: unknown, transactions: number): T[] {
  if (!Array.isArray(answer) || answer.length !== transactions)
    throw new MalformedAnswer(`traces are not a list of ${transactions}`);
  return answer as T[];
}
