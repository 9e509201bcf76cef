import { FIELDS_BESIDE_TARGET } from '../../domain/chain/codec/delegation-fact.js';
import type { CatalogSource, ChainRequirement } from '../model/definition.js';
import {
  type DelegationSource,
  EACH_SELECTOR,
  type FactSource,
  type LogSource,
  type LogStateSource,
  type ViewSource,
} from '../model/fact-source.js';

/** How the rows of a fact source become fact intervals. */
export function describeSource(
  source: FactSource,
): Pick<CatalogSource, 'keeps' | 'scopedToLifetime' | 'keyed'> {
  return {
    keeps: keepsLatest(source) ? 'latest' : 'first',
    scopedToLifetime: isScopedToLifetime(source),
    keyed: keyOf(source) !== undefined || isList(source),
  };
}

function keepsLatest(source: FactSource): boolean {
  if (source.kind === 'frame') return source.register === 'created';
  return isExecuted(source) || ['log_state', 'storage', 'code', 'build', 'setting'].includes(source.kind);
}

/** Whether the facts of a source come from executing calls on demand, and are not rows. */
export function isExecuted(source: FactSource): source is ViewSource | DelegationSource {
  return source.kind === 'view' || source.kind === 'delegation';
}

function isScopedToLifetime(source: FactSource): boolean {
  if (source.kind === 'frame') return source.register === 'created';
  return (
    source.kind === 'storage' || source.kind === 'build' || (isLog(source) && source.subject === 'emitter')
  );
}

function isLog(source: FactSource): source is LogSource | LogStateSource {
  return source.kind === 'log' || source.kind === 'log_state';
}

/** Whether a source is a view call that returns a list: each element is a fact. */
function isList(source: FactSource): boolean {
  return source.kind === 'view' && source.returns.endsWith('[]');
}

/** The field paths that make the key of a keyed source. */
export function keyOf(source: FactSource): readonly string[] | undefined {
  if (source.kind === 'call') return [source.key];
  return isLog(source) ? source.key : undefined;
}

/** Bindings that decide which records become rows of a fact source. */
export function bindingsOfSource(source: FactSource): readonly string[] {
  if (source.kind === 'call') return [source.to];
  if (source.kind === 'build') return [source.binding];
  if (source.kind === 'storage') return source.slot === 'safe_singleton' ? ['safe-singletons'] : [];
  return isLog(source) && typeof source.emitter === 'object' ? [source.emitter.binding] : [];
}

/** Chain records beyond blocks, receipts and logs that feed a fact source. */
export function requirementsOfSource(source: FactSource): readonly ChainRequirement[] {
  const scoped: readonly ChainRequirement[] = isScopedToLifetime(source) ? ['state_diff'] : [];
  switch (source.kind) {
    case 'code':
      // A contract that is created and destroyed in one transaction is in no state diff.
      return source.register === 'destroyed' || source.register === 'redeployed'
        ? ['frames', 'state_diff']
        : ['state_diff'];
    case 'setting':
    case 'view':
    case 'delegation':
      return ['state_diff'];
    case 'frame':
    case 'call':
      return ['frames', ...scoped];
    case 'tx':
      return source.register === 'authorized' ? ['state_diff'] : [];
    case 'log':
      return [
        ...scoped,
        ...fromCallers(source),
        ...(source.outsideCreation ? (['state_diff'] as const) : []),
        ...(source.createdByEmitter ? (['frames'] as const) : []),
      ];
    case 'log_state':
      return [...scoped, ...fromCallers(source)];
    default:
      return scoped;
  }
}

/** For some reverse nodes only the frames show which address they belong to. */
function fromCallers({ subject }: LogSource | LogStateSource): readonly ChainRequirement[] {
  return subject === 'reverse_node' ? ['frames'] : [];
}

/** The fields of a fact that an expression can name. */
export function fieldsOfSource(source: FactSource): readonly string[] {
  const key = keyOf(source)?.[0];
  const isNamed = key === 'emitter' || key === EACH_SELECTOR || key?.endsWith('.address');
  const ofKey = isNamed ? ['key'] : [];
  return [...valueFields(source), ...ofKey];
}

function valueFields(source: FactSource): readonly string[] {
  switch (source.kind) {
    case 'code':
      return source.register === 'contract'
        ? ['hash', 'length', 'fingerprint', 'selectors', 'instructions', 'clone']
        : ['value'];
    case 'storage':
      return ['value', 'address', 'uint'];
    case 'log_state':
      return ['value', 'address', 'uint', 'text'];
    case 'log':
      return source.fields ? Object.keys(source.fields) : ['value'];
    case 'frame':
      return source.register === 'created' ? ['creator', 'origin', 'depth'] : ['value'];
    case 'call':
      return ['to'];
    case 'view':
      if (source.returns === 'text') return ['value', 'text'];
      return source.returns === 'bytes32' || source.returns === 'bytes'
        ? ['value', 'address', 'uint']
        : ['value'];
    case 'delegation':
      return ['target', ...FIELDS_BESIDE_TARGET];
    default:
      return ['value'];
  }
}
