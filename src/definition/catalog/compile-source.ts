import type { FactSource } from '../model/fact-source.js';
import type { CallText, LogStateText, LogText } from '../schema/source.schema.js';

/** The keys of a check that name a fact source, as written. */
export interface SourceText {
  readonly code?: string;
  readonly storage?: string;
  readonly log?: LogText;
  readonly log_state?: LogStateText;
  readonly frame?: 'created' | 'creation' | CallText;
  readonly tx?: string;
  readonly header?: string;
  readonly withdrawal?: string;
}

/** The fact source that a check reads, with its defaults; undefined when it reads none. */
export function compileSource(text: SourceText): FactSource | undefined {
  const { code, storage, log, log_state, frame, tx, header, withdrawal } = text;
  if (log !== undefined) return { kind: 'log', ...SUBJECT_EMITS, ...log } as FactSource;
  if (log_state !== undefined) return { kind: 'log_state', ...SUBJECT_EMITS, ...log_state } as FactSource;
  if (typeof frame === 'object') return { kind: 'call', ...frame.call } as FactSource;
  if (frame !== undefined) return { kind: 'frame', register: frame };
  if (storage !== undefined) return { kind: 'storage', slot: storage } as FactSource;
  const sources = { code, tx, header, withdrawal };
  const named = Object.entries(sources).find(([, part]) => part !== undefined);
  return named && ({ kind: named[0], register: named[1] } as FactSource);
}

const SUBJECT_EMITS = { emitter: 'subject', subject: 'emitter' };
