import { canonicalJson } from '../../kernel/canonical/canonical-json.js';
import type { CheckText } from '../schema/definition-file.js';
import type { CatalogSource, ChainRequirement, SourceId } from './definition.js';
import type { CallSource, FactSource, LogSource, LogStateSource } from './fact-source.js';

type Sources = Extract<CheckText, { operator: 'exists' }>;

const CONTRACT_CODE: FactSource = { kind: 'code', register: 'contract' };

/** Operators that read the code of the subject without saying so. */
const READS_CODE = new Set(['selectors_all', 'selectors_none', 'code_hash_in', 'fingerprint_in']);

/** The register a check reads; undefined for one that compares what others read. */
export function sourceOf(check: CheckText): FactSource | undefined {
  if (READS_CODE.has(check.operator)) return CONTRACT_CODE;
  const { code, storage, log, log_state, frame, tx, header, withdrawal } = check as Partial<Sources>;
  if (code) return { kind: 'code', register: code };
  if (storage) return { kind: 'storage', slot: storage };
  if (log)
    return defined<LogSource>({
      kind: 'log',
      ...log,
      emitter: log.emitter ?? 'subject',
      subject: log.subject ?? 'emitter',
    });
  if (log_state)
    return defined<LogStateSource>({
      kind: 'log_state',
      ...log_state,
      emitter: log_state.emitter ?? 'subject',
      subject: log_state.subject ?? 'emitter',
    });
  if (frame)
    return typeof frame === 'string'
      ? { kind: 'frame', register: frame }
      : defined<CallSource>({ kind: 'call', ...frame.call });
  if (tx) return { kind: 'tx', register: tx };
  if (header) return { kind: 'header', register: header };
  return withdrawal ? { kind: 'withdrawal', register: withdrawal } : undefined;
}

/** Zod leaves keys that are not there as undefined types; they are not there. */
function defined<Source extends FactSource>(source: object): Source {
  return JSON.parse(JSON.stringify(source)) as Source;
}

/** Every distinct register, numbered as they are met. */
export class SourceNumbers {
  readonly sources: CatalogSource[] = [];
  readonly #numbers = new Map<string, SourceId>();

  numberOf(source: FactSource): SourceId {
    const text = canonicalJson(source);
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    const number = this.sources.length;
    this.sources.push({
      source,
      text,
      keeps: keeps(source),
      scopedToLifetime: scopedToLifetime(source),
      keyed: source.kind === 'call' || ('key' in source && source.key !== undefined),
    });
    this.#numbers.set(text, number);
    return number;
  }
}

function keeps(source: FactSource): 'first' | 'latest' {
  switch (source.kind) {
    case 'code':
    case 'storage':
    case 'log_state':
      return 'latest';
    case 'frame':
      return source.register === 'created' ? 'latest' : 'first';
    default:
      return 'first';
  }
}

function scopedToLifetime(source: FactSource): boolean {
  switch (source.kind) {
    case 'log':
    case 'log_state':
      return source.subject === 'emitter';
    case 'storage':
      return true;
    case 'frame':
      return source.register === 'created';
    default:
      return false;
  }
}

/** The chain records that must be there for the register to be known. */
export function requirementsOf(source: FactSource): ChainRequirement[] {
  switch (source.kind) {
    case 'code':
    case 'storage':
      return ['state_diff'];
    case 'frame':
      return source.register === 'created' ? ['frames', 'state_diff'] : ['frames'];
    case 'call':
      return ['frames'];
    case 'tx':
      return source.register === 'authorized' ? ['state_diff'] : [];
    case 'log':
      return [
        ...(source.createdByEmitter || source.subject === 'reverse_node' ? (['frames'] as const) : []),
        ...(source.subject === 'emitter' || source.outsideCreation ? (['state_diff'] as const) : []),
      ];
    case 'log_state':
      return [
        ...(source.subject === 'reverse_node' ? (['frames'] as const) : []),
        ...(source.subject === 'emitter' ? (['state_diff'] as const) : []),
      ];
    default:
      return [];
  }
}

/** Bindings that the register itself consults. */
export function bindingsOfSource(source: FactSource): string[] {
  if (source.kind === 'call') return [source.to];
  if (source.kind === 'storage') return source.slot === 'safe_singleton' ? ['safe-singletons'] : [];
  if (source.kind !== 'log' && source.kind !== 'log_state') return [];
  return typeof source.emitter === 'object' ? [source.emitter.binding] : [];
}
