import type { Hash, Hex } from '../domain/chain/hex.js';
import { type EventInput, eventInputs, nameOf, signatureOf } from './declaration.js';
import type { SignatureKind, SignatureTable, TableEntry } from './signature-table.js';

/** The most results that are remembered for each kind. A full memory is emptied. */
const MAX_REMEMBERED = 4_096;

/** A function by its canonical signature, as `transfer(address,uint256)`. */
export interface FunctionSignature {
  readonly signature: string;
  /** The name alone, as `transfer`. */
  readonly name: string;
  /** Number of distinct ABIs that declare it; 0 when only a table of bare signatures knows it. */
  readonly uses: number;
}

/** One layout of an event. A signature has several when contracts index different parameters. */
export interface EventShape extends FunctionSignature {
  /** The parameters as an ABI declares them; absent when only the bare signature is known. */
  readonly inputs?: readonly EventInput[];
}

/** An error by its canonical signature, as `Error(string)`. */
export interface ErrorSignature {
  readonly signature: string;
  readonly name: string;
}

/** Errors of Solidity itself, which no ABI declares. */
const BUILT_IN_ERRORS = new Map<Hex, ErrorSignature>([
  ['0x08c379a0', { signature: 'Error(string)', name: 'Error' }],
  ['0x4e487b71', { signature: 'Panic(uint256)', name: 'Panic' }],
]);

/** Known functions, events and errors by their hashes. Hashes are lower-case `0x` hex. */
export class SignatureBook {
  readonly #functions = new Map<Hex, readonly FunctionSignature[]>();
  readonly #events = new Map<Hex, readonly EventShape[]>();

  constructor(private readonly table: SignatureTable) {}

  /** Functions with the four-byte selector, the most used first; empty when none is known. */
  functions(selector: Hex): readonly FunctionSignature[] {
    return remembered(this.#functions, selector, () => this.#entries('function', selector).map(described));
  }

  /** Name of the only known function with the selector; undefined where none or several are known. */
  methodName(selector: Hex): string | undefined {
    const [only, another] = this.functions(selector);
    return another === undefined ? only?.name : undefined;
  }

  /** Events with the signature hash (32 bytes), the most used first; empty when none is known. */
  events(topic0: Hash): readonly EventShape[] {
    return remembered(this.#events, topic0, () =>
      this.#entries('event', topic0).map((entry) =>
        entry.uses === 0 ? described(entry) : { ...described(entry), inputs: eventInputs(entry.declaration) },
      ),
    );
  }

  /**
   * The error of Solidity itself with this selector, or the only one that ABIs declare; undefined where none
   * or several are known.
   */
  error(selector: Hex): ErrorSignature | undefined {
    const builtIn = BUILT_IN_ERRORS.get(selector);
    if (builtIn !== undefined) return builtIn;
    const [only, another] = this.#entries('error', selector);
    if (only === undefined || another !== undefined) return undefined;
    return { signature: only.declaration, name: nameOf(only.declaration) };
  }

  #entries(kind: SignatureKind, hash: Hex): TableEntry[] {
    // Equal counts are ordered by the text, so that every process answers the same.
    return this.table
      .entries(kind, hash)
      .sort((a, b) => b.uses - a.uses || (a.declaration < b.declaration ? -1 : 1));
  }
}

function described({ declaration, uses }: TableEntry): FunctionSignature {
  return { signature: signatureOf(declaration), name: nameOf(declaration), uses };
}

function remembered<Found>(memory: Map<Hex, Found>, hash: Hex, find: () => Found): Found {
  const known = memory.get(hash);
  if (known !== undefined) return known;
  const found = find();
  if (memory.size === MAX_REMEMBERED) memory.clear();
  memory.set(hash, found);
  return found;
}
