import type { EventEmitter } from 'node:events';
import type { Duplex } from 'node:stream';

/** The driver's connection, as its own queries use it. */
export interface DriverConnection {
  readonly stream: Duplex;
  /** Texts by name: prepared, and about to be. */
  readonly parsedStatements: Record<string, string>;
  readonly submittedNamedStatements: Record<string, string>;
  /** Called once for the stream that messages come from. */
  attachListeners(stream: EventEmitter): void;
  parse(statement: { readonly name: string; readonly text: string }): void;
  bind(values: { readonly statement: string; readonly values: readonly unknown[] }): void;
  describe(what: { readonly type: 'P' }): void;
}
