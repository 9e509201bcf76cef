import type { SchemaObject } from '@nestjs/swagger';
import type { AnyPosition, Continuation } from '../cursor/continuation.js';

/** One sort of parameter: how it is documented and how its text is read, in the same place. */
export interface ParameterKind<T> {
  readonly description: string;
  readonly schema: SchemaObject;
  /** Name of the sort in the reference. */
  readonly kind: string;
  /** `details.reason` of a text that cannot be read. */
  readonly invalidReason: string;
  /** Where what is wrong with a text has several. */
  readonly otherReasons?: readonly string[];
  /** A query parameter that must be given. */
  readonly isRequired?: true;
  /**
   * Reads the percent-decoded text; `undefined` is a query parameter that was not given.
   * @throws {Refusal} `bad_request` with `invalidReason`, or one of `otherReasons`.
   */
  read(text: string | undefined, name: string, context: ReadingContext): T;
}

export interface ReadingContext {
  /** Continuation of the list asked for with the parameters read so far; `cursor` absent for its beginning. */
  continuation(cursor: string | undefined, name: string): Continuation<AnyPosition>;
}
