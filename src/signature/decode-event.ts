import type { Hash, Hex } from '../domain/chain/hex.js';
import { eventInputs } from './declaration.js';
import type { DecodedArg, EventDecoding } from './decoded-event.js';
import { fitEvent, indexedCount, type LogContent } from './fit-event.js';
import { inferEvent } from './infer-event.js';
import type { EventShape, SignatureBook } from './signature-book.js';

/** An event that a log fits, and how much of its declaration is known. */
interface Fit {
  readonly name: string;
  readonly args: readonly DecodedArg[];
  readonly status: 'verified' | 'partial' | 'inferred';
}

/**
 * Decodes a log by the events that are known for its first topic. A log fits an event when encoding the
 * decoded values gives exactly its topics and data: nothing is left over, all padding is zero and each offset
 * points to the next free place. Only the padding after the last bytes may be missing, because old compilers
 * omitted it. Time and memory are proportional to the data, whatever it contains.
 *
 * @param topics none to four, `0x` and 64 lower-case hex digits each
 * @param data lower-case `0x` hex
 */
export function decodeEvent(book: SignatureBook, topics: readonly Hash[], data: Hex): EventDecoding {
  const [topic0, ...others] = topics;
  const shapes = topic0 === undefined ? [] : book.events(topic0);
  if (shapes.length === 0) return { decodeStatus: 'abi_missing' };
  const log = { topics: others.map((topic) => topic.slice(2)), data: data.slice(2) };
  const fits = fitsOf(shapes, log);
  const [best] = fits;
  if (best === undefined) return { decodeStatus: 'failed' };
  return {
    decodeStatus: fits.length > 1 ? 'ambiguous' : best.status,
    decoded: { name: best.name, args: best.args, candidateCount: fits.length },
  };
}

/** The shapes that fit the log, in their order. */
function fitsOf(shapes: readonly EventShape[], log: LogContent): Fit[] {
  const fits = shapes.map((shape) => fitOf(shape, log)).filter((fit) => fit !== undefined);
  if (fits.length > 0) return fits;
  const isPlaced = shapes.some(({ inputs }) => inputs && indexedCount(inputs) === log.topics.length);
  if (isPlaced) return fits;
  // A contract may index other parameters than every known ABI. Its signature is known nevertheless.
  const names = new Map(shapes.map(({ signature, name }) => [signature, name]));
  return Array.from(names).flatMap(([signature, name]) => inferredFit(signature, name, log) ?? []);
}

function fitOf({ signature, name, inputs }: EventShape, log: LogContent): Fit | undefined {
  if (inputs === undefined) return inferredFit(signature, name, log);
  const args = fitEvent(inputs, log);
  return args && { name, args, status: 'verified' };
}

function inferredFit(signature: string, name: string, log: LogContent): Fit | undefined {
  const inferred = inferEvent(eventInputs(signature), log);
  return inferred && { name, args: inferred.args, status: inferred.isOnly ? 'partial' : 'inferred' };
}
