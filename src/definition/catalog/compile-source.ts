import type { z } from 'zod';
import type { CallSource, FactSource, LogSource, LogStateSource } from '../model/fact-source.js';
import type { LogStateText, sourceKeys } from '../schema/source.schema.js';

/** The keys of a check that name a fact source, as the file has them. */
export type SourceText = z.infer<z.ZodObject<typeof sourceKeys>>;

const SUBJECT_EMITS = { emitter: 'subject', subject: 'emitter' } as const;

/**
 * The fact source that a check reads, with defaults filled in.
 * @throws Error when it names none, which the schema refuses before
 */
export function compileSource(text: SourceText): FactSource {
  const { code, storage, log, log_state, frame, tx, header, withdrawal } = text;
  if (log !== undefined) return { kind: 'log', ...SUBJECT_EMITS, ...log } satisfies LogSource;
  if (log_state !== undefined) return compileLogState(log_state);
  if (typeof frame === 'object') return { kind: 'call', ...frame.call } satisfies CallSource;
  if (frame !== undefined) return { kind: 'frame', register: frame };
  if (storage !== undefined) return { kind: 'storage', slot: storage };
  if (code !== undefined) return { kind: 'code', register: code };
  if (tx !== undefined) return { kind: 'tx', register: tx };
  if (header !== undefined) return { kind: 'header', register: header };
  if (withdrawal !== undefined) return { kind: 'withdrawal', register: withdrawal };
  throw new Error('no fact source');
}

export function compileLogState(text: LogStateText): LogStateSource {
  return { kind: 'log_state', ...SUBJECT_EMITS, ...text };
}
