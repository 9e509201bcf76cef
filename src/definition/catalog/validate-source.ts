import { EACH_FACET, EACH_SELECTOR } from '../model/fact-source.js';
import type { Path } from '../schema/path.js';
import type { PredicateText } from '../schema/predicate.schema.js';
import type { LogStateText, LogText } from '../schema/source.schema.js';
import type { YamlFile } from '../schema/yaml-file.js';

type Shape = Pick<LogText, 'topics' | 'dataLength' | 'decodes' | 'where'> & { readonly value?: string };

/** Refuses field paths that the logs of a check do not have, and emitters that contradict the subject. */
export function validateSource(file: YamlFile, path: Path, text: PredicateText): void {
  if ('log' in text && text.log) validateLog(file, [...path, 'log'], text.log);
  if ('log_state' in text && text.log_state) validateLogState(file, [...path, 'log_state'], text.log_state);
  if ('frame' in text && typeof text.frame === 'object') {
    const { log, key } = text.frame.call;
    validateShape(file, [...path, 'frame', 'call', 'log'], log);
    if (key !== 'to.address') validateFieldPath(file, [...path, 'frame', 'call', 'key'], key, [log]);
  }
}

function validateLog(file: YamlFile, path: Path, log: LogText): void {
  validateShape(file, path, log);
  validateWhose(file, path, log, [log]);
  for (const [i, fieldPath] of (log.key ?? []).entries())
    validateFieldPath(file, [...path, 'key', i], fieldPath, [log]);
  for (const [name, fieldPath] of Object.entries(log.fields ?? {})) {
    validateFieldPath(file, [...path, 'fields', name], fieldPath, [log]);
  }
}

function validateLogState(file: YamlFile, path: Path, state: LogStateText): void {
  validateWhose(file, path, state, state.events);
  const plain = state.events.filter((event) => event.key === undefined);
  for (const [i, fieldPath] of (state.key ?? []).entries())
    validateFieldPath(file, [...path, 'key', i], fieldPath, plain);
  for (const [i, event] of state.events.entries()) {
    const at = [...path, 'events', i];
    validateShape(file, at, event);
    validateEventKey(file, [...at, 'key'], event, state.key);
    if (event.value === EACH_FACET) {
      const key = event.key ?? state.key ?? [];
      if (event.decodes !== 'facet_cuts') file.refuse([...at, 'value'], 'needs decodes: facet_cuts');
      if (key.length !== 1 || key[0] !== EACH_SELECTOR)
        file.refuse([...at, 'value'], `needs the key [${EACH_SELECTOR}]`);
    } else if (event.value !== 'true' && event.value !== 'cleared') {
      validateFieldPath(file, [...at, 'value'], event.value, [event]);
    }
  }
}

function validateEventKey(
  file: YamlFile,
  path: Path,
  event: LogStateText['events'][number],
  ofSource: LogText['key'],
): void {
  if (event.key === undefined) return;
  for (const [i, fieldPath] of event.key.entries()) validateFieldPath(file, [...path, i], fieldPath, [event]);
  if (event.key.length !== ofSource?.length) {
    file.refuse(
      path,
      `needs as many parts as the key of the fact source, which has ${ofSource?.length ?? 'none'}`,
    );
  }
}

function validateWhose(
  file: YamlFile,
  path: Path,
  { emitter = 'subject', subject = 'emitter' }: Pick<LogText, 'emitter' | 'subject'>,
  shapes: readonly Shape[],
): void {
  const at = [...path, subject === 'emitter' ? 'emitter' : 'subject'];
  if (subject === 'emitter') {
    if (emitter === 'any') file.refuse(at, 'must be subject, the default: the subject is the emitter');
    return;
  }
  if (emitter === 'subject')
    file.refuse(at, 'needs emitter any or { binding: … }: the subject is not the emitter');
  if (subject === 'reverse_node') {
    if (shapes.some(({ topics }) => topics < 2)) file.refuse(at, 'needs a topic1, and the log has none');
  } else if (!subject.endsWith('.address')) {
    file.refuse(at, `must be an address: ${subject}.address`);
  } else {
    validateFieldPath(file, at, subject, shapes);
  }
}

function validateShape(file: YamlFile, path: Path, shape: Shape): void {
  for (const [fieldPath, wanted] of Object.entries(shape.where ?? {})) {
    const at = [...path, 'where', fieldPath];
    validateFieldPath(file, at, fieldPath, [shape]);
    const bytes = widthOf(fieldPath);
    if (wanted.startsWith('0x') && bytes !== undefined && wanted.length !== 2 + 2 * bytes) {
      file.refuse(at, `must have ${2 * bytes} hex digits`);
    }
    if (wanted === 'address' && bytes !== 32) file.refuse(at, 'is no word that could be an address');
  }
}

function validateFieldPath(file: YamlFile, path: Path, fieldPath: string, shapes: readonly Shape[]): void {
  if (fieldPath === EACH_SELECTOR) {
    if (shapes.some(({ value }) => value !== EACH_FACET)) file.refuse(path, `needs value: ${EACH_FACET}`);
    return;
  }
  if (!shapes.every((shape) => has(shape, fieldPath))) {
    file.refuse(path, `is ${fieldPath}, which a log of this shape does not have`);
  }
}

function has({ topics, dataLength = Infinity, decodes }: Shape, fieldPath: string): boolean {
  const [place = ''] = fieldPath.replace('each:', '').split('.');
  const number = Number(place.replace(/^\D+/, ''));
  if (place.startsWith('topic')) return number < topics;
  if (place.startsWith('word')) return 32 * (number + 1) <= dataLength;
  if (fieldPath === 'text') return decodes === 'text';
  if (fieldPath === 'largest_amount') return decodes === 'equal_arrays';
  return fieldPath === 'emitter' || dataLength === DEPOSIT_EVENT_BYTES || dataLength === Infinity;
}

/** Data of the deposit contract's DepositEvent, the only one that has credentials. */
const DEPOSIT_EVENT_BYTES = 576;

function widthOf(fieldPath: string): number | undefined {
  if (fieldPath === 'text') return undefined;
  return fieldPath === 'emitter' || fieldPath.endsWith('.address') ? 20 : 32;
}
