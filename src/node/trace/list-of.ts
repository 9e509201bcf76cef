import { MalformedAnswer } from '../rpc/node-errors.js';

/** A tracer's answer for a whole block. @throws MalformedAnswer unless it has one item per transaction */
export function listOf<T>(answer: unknown, transactions: number): T[] {
  if (!Array.isArray(answer) || answer.length !== transactions)
    throw new MalformedAnswer(`traces are not a list of ${transactions}`);
  return answer as T[];
}
