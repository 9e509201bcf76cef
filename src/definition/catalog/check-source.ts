import type { CheckText } from '../schema/check.schema.js';
import type { Path } from '../schema/path.js';
import type { LogStateText, LogText } from '../schema/source.schema.js';
import type { YamlFile } from '../schema/yaml-file.js';

type Shape = Pick<LogText, 'topics' | 'dataLength' | 'decodes' | 'where'>;

/** Refuses picks that the logs of a check do not have, and emitters that contradict the subject. */
export function checkSource(file: YamlFile, path: Path, text: CheckText): void {
  if ('log' in text && text.log) checkLog(file, [...path, 'log'], text.log);
  if ('log_state' in text && text.log_state) checkLogState(file, [...path, 'log_state'], text.log_state);
  if ('frame' in text && typeof text.frame === 'object') {
    const { log, key } = text.frame.call;
    checkShape(file, [...path, 'frame', 'call', 'log'], log);
    if (key !== 'to.address') checkPick(file, [...path, 'frame', 'call', 'key'], key, [log]);
  }
}

function checkLog(file: YamlFile, path: Path, log: LogText): void {
  checkShape(file, path, log);
  checkWhose(file, path, log, [log]);
  for (const [i, pick] of (log.key ?? []).entries()) checkPick(file, [...path, 'key', i], pick, [log]);
  for (const [name, pick] of Object.entries(log.fields ?? {})) {
    checkPick(file, [...path, 'fields', name], pick, [log]);
  }
}

function checkLogState(file: YamlFile, path: Path, state: LogStateText): void {
  checkWhose(file, path, state, state.events);
  const plain = state.events.filter((event) => event.key === undefined);
  for (const [i, pick] of (state.key ?? []).entries()) checkPick(file, [...path, 'key', i], pick, plain);
  for (const [i, event] of state.events.entries()) {
    const at = [...path, 'events', i];
    checkShape(file, at, event);
    checkEventKey(file, [...at, 'key'], event, state.key);
    if (event.value !== 'true' && event.value !== 'cleared') {
      checkPick(file, [...at, 'value'], event.value, [event]);
    }
  }
}

function checkEventKey(
  file: YamlFile,
  path: Path,
  event: LogStateText['events'][number],
  ofRegister: LogText['key'],
): void {
  if (event.key === undefined) return;
  for (const [i, pick] of event.key.entries()) checkPick(file, [...path, i], pick, [event]);
  if (event.key.length !== ofRegister?.length) {
    file.refuse(
      path,
      `needs as many parts as the key of the register, which has ${ofRegister?.length ?? 'none'}`,
    );
  }
}

function checkWhose(
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
    checkPick(file, at, subject, shapes);
  }
}

function checkShape(file: YamlFile, path: Path, shape: Shape): void {
  for (const [pick, wanted] of Object.entries(shape.where ?? {})) {
    const at = [...path, 'where', pick];
    checkPick(file, at, pick, [shape]);
    const bytes = widthOf(pick);
    if (wanted.startsWith('0x') && bytes !== undefined && wanted.length !== 2 + 2 * bytes) {
      file.refuse(at, `must have ${2 * bytes} hex digits`);
    }
    if (wanted === 'address' && bytes !== 32) file.refuse(at, 'is no word that could be an address');
  }
}

function checkPick(file: YamlFile, path: Path, pick: string, shapes: readonly Shape[]): void {
  if (!shapes.every((shape) => has(shape, pick))) {
    file.refuse(path, `is ${pick}, which a log of this shape does not have`);
  }
}

function has({ topics, dataLength = Infinity, decodes }: Shape, pick: string): boolean {
  const [place = ''] = pick.replace('each:', '').split('.');
  const number = Number(place.replace(/^\D+/, ''));
  if (place.startsWith('topic')) return number < topics;
  if (place.startsWith('word')) return 32 * (number + 1) <= dataLength;
  if (pick === 'text') return decodes === 'text';
  if (pick === 'largest_amount') return decodes === 'equal_arrays';
  return pick === 'emitter' || dataLength === DEPOSIT_EVENT_BYTES || dataLength === Infinity;
}

/** Data of the deposit contract's DepositEvent, the only one that has credentials. */
const DEPOSIT_EVENT_BYTES = 576;

function widthOf(pick: string): number | undefined {
  if (pick === 'text') return undefined;
  return pick === 'emitter' || pick.endsWith('.address') ? 20 : 32;
}
