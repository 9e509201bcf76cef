import type {
  FactSource,
  LogShape,
  LogSource,
  LogStateSource,
} from '../../src/definition/model/fact-source.js';
import { SLOT_NAMES } from '../../src/definition/model/fact-source.js';

export interface SourceChange {
  readonly what: string;
  readonly source: FactSource;
}

/** Changes of every operand of a source, one at a time. */
export function sourceChanges(source: FactSource): readonly SourceChange[] {
  switch (source.kind) {
    case 'log':
      return [...shapeChanges(source, source), ...logChanges(source)];
    case 'log_state':
      return [...eventChanges(source), ...placeChanges(source)];
    case 'storage':
      return SLOT_NAMES.filter((slot) => slot !== source.slot).map((slot) => changed(source, 'slot', slot));
    case 'code':
      return others(source.register, ['contract', 'delegate', 'clone', 'destroyed', 'redeployed']).map(
        (other) => changed(source, 'register', other),
      );
    case 'frame':
      return others(source.register, ['created', 'creation']).map((other) =>
        changed(source, 'register', other),
      );
    case 'tx':
      return others(source.register, ['signed', 'authorized']).map((other) =>
        changed(source, 'register', other),
      );
    case 'call':
      return [
        changed(source, 'to', 'another-binding'),
        ...others(source.key, ['to.address', 'credentials.address']).map((key) =>
          changed(source, 'key', key),
        ),
        ...shapeChanges(source.log, source.log).map(({ what, source: log }) => ({
          what: `log ${what}`,
          source: { ...source, log },
        })),
      ];
    case 'header':
      return [{ what: 'header becomes withdrawal', source: { kind: 'withdrawal', register: 'received' } }];
    case 'view':
      return [
        changed(source, 'signature', `other${source.signature}`),
        ...others(source.returns, ['address', 'uint256']).map((other) => changed(source, 'returns', other)),
      ];
    // This source follows from the operator.
    case 'build':
    case 'setting':
    case 'delegation':
      return [];
    case 'withdrawal':
      return [{ what: 'withdrawal becomes header', source: { kind: 'header', register: 'beneficiary' } }];
  }
}

/** @param shape the part of `whole` to change: the same object */
function shapeChanges<Whole extends LogShape>(shape: LogShape, whole: Whole) {
  const { topic0, topics, dataLength, decodes, where } = shape;
  const change = (what: string, part: Partial<Record<keyof LogShape, unknown>>) => ({
    what,
    source: definedOf({ ...whole, ...part }) as Whole,
  });
  const changes = [
    change('topic0', { topic0: flipped(topic0) }),
    change(`topics ${topics} + 1`, { topics: topics + 1 }),
    change(`topics ${topics} - 1`, { topics: topics - 1 }),
  ];
  if (dataLength !== undefined)
    for (const length of [dataLength + 32, dataLength - 32].filter((one) => one >= 0))
      changes.push(change(`dataLength becomes ${length}`, { dataLength: length }));
  if (decodes !== undefined)
    for (const other of others(decodes, ['equal_arrays', 'text']))
      changes.push(change(`decodes becomes ${other}`, { decodes: other }));
  if (where !== undefined) {
    changes.push(change('where is removed', { where: undefined }));
    for (const [pick, wanted] of Object.entries(where))
      changes.push(
        change(`where ${pick} is not ${wanted}`, { where: { ...where, [pick]: opposite(wanted) } }),
      );
  }
  return changes;
}

function logChanges(source: LogSource): SourceChange[] {
  const changes = placeChanges(source);
  for (const flag of ['outsideCreation', 'createdByEmitter'] as const)
    if (source[flag]) changes.push(changed(source, flag, undefined));
  for (const [field, pick] of Object.entries(source.fields ?? {}))
    changes.push(changed(source, 'fields', { ...source.fields, [field]: otherPath(pick) }, ` ${field}`));
  return changes;
}

function eventChanges(source: LogStateSource): SourceChange[] {
  return source.events.flatMap((event, at) => {
    const withEvent = (other: LogStateSource['events'][number]) => ({
      ...source,
      events: source.events.with(at, other),
    });
    return [
      ...shapeChanges(event, event).map(({ what, source: other }) => ({
        what: `event ${at} ${what}`,
        source: withEvent(other),
      })),
      ...(event.key
        ? [{ what: `event ${at} key`, source: withEvent({ ...event, key: event.key.map(otherPath) }) }]
        : []),
      {
        what: `event ${at} value`,
        source: withEvent({ ...event, value: event.value === 'cleared' ? 'true' : 'cleared' }),
      },
      {
        what: `event ${at} is removed`,
        source: { ...source, events: source.events.filter((_, index) => index !== at) },
      },
    ];
  });
}

/** Emitter, subject and key of a log source. */
function placeChanges(source: LogSource | LogStateSource): SourceChange[] {
  const emitter = source.emitter === 'any' ? 'subject' : 'any';
  const changes = [
    changed(source, 'emitter', emitter),
    changed(source, 'subject', otherPath(source.subject)),
  ];
  if (source.key) {
    changes.push(changed(source, 'key', [otherPath(source.key[0]!), ...source.key.slice(1)]));
    changes.push(
      changed(source, 'key', source.key.length > 1 ? source.key.slice(0, -1) : undefined, ' shorter'),
    );
  }
  return changes;
}

function changed(source: FactSource, key: string, value: unknown, detail = ''): SourceChange {
  const shown = typeof value === 'string' ? ` becomes ${value}` : ' is changed';
  return {
    what: `${key}${detail}${shown}`,
    source: definedOf({ ...source, [key]: value }) as FactSource,
  };
}

function definedOf(record: object): object {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}

function others<One extends string>(one: One, all: readonly One[]): readonly One[] {
  return all.filter((other) => other !== one);
}

function opposite(wanted: string): string {
  if (wanted === 'zero') return 'nonzero';
  return wanted === 'nonzero' ? 'zero' : 'nonzero';
}

function otherPath(pick: string): string {
  return pick.startsWith('topic1') ? pick.replace('topic1', 'topic2') : 'topic1.address';
}

/** The same hex with its last digit changed. */
export function flipped(hex: string): string {
  return `${hex.slice(0, -1)}${hex.endsWith('0') ? '1' : '0'}`;
}
