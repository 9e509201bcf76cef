import type { Catalog } from '../../src/definition/model/definition.js';
import type { LogShape, LogSource, LogStateSource } from '../../src/definition/model/fact-source.js';
import { ensNode, reverseNodeOf } from '../engine-oracle/reported.js';
import type { Cast } from './dense-cast.js';
import type { Prng } from './prng.js';

export interface DenseLog {
  readonly address: string;
  readonly topics: readonly string[];
  /** Without `0x`. */
  readonly data: string;
}

const ZERO = '0'.repeat(64);
const word = (value: number | string): string =>
  (typeof value === 'number' ? value.toString(16) : value.replace(/^0x/, '')).padStart(64, '0');

/** Logs that match sources of a catalog, and logs that nearly match. */
export class DenseLogs {
  readonly #wanted: readonly (readonly [shape: LogShape, source: LogSource | LogStateSource])[];
  readonly #calls: readonly { readonly to: string; readonly shape: LogShape }[];

  constructor(
    { sources }: Catalog,
    private readonly cast: Cast,
  ) {
    this.#wanted = sources.flatMap(({ source }): (readonly [LogShape, LogSource | LogStateSource])[] => {
      if (source.kind === 'log') return [[source, source]];
      return source.kind === 'log_state' ? source.events.map((event) => [event, source]) : [];
    });
    this.#calls = sources.flatMap(({ source }) =>
      source.kind === 'call' ? [{ to: source.to, shape: source.log }] : [],
    );
  }

  /** @param emitters of logs that any contract may emit @param signer of the transaction */
  any(random: Prng, emitters: readonly string[], signer: string): DenseLog {
    const [shape, source] = random.pick(this.#wanted);
    const { emitter } = source;
    const address =
      typeof emitter === 'object' && random.chance(0.85)
        ? this.named(random, emitter.binding)
        : random.pick(emitters);
    return this.spoiled(random, this.#shaped(random, shape, source, address, signer));
  }

  /** A log that counts if its subject called the emitter. */
  called(random: Prng): DenseLog {
    const { to, shape } = random.pick(this.#calls);
    return this.spoiled(random, this.#shaped(random, shape, undefined, this.named(random, to), ''));
  }

  /** The announcement of a contract by its creator, if the catalog has a source for it. */
  announced(random: Prng, creator: string, created: string): DenseLog[] {
    const wanted = this.#wanted.filter(([, source]) => source.kind === 'log' && source.createdByEmitter);
    if (wanted.length === 0) return [];
    const [shape, source] = random.pick(wanted);
    const log = this.#shaped(random, shape, source, creator, '');
    const at = Number((source.subject.match(/\d/) ?? ['0'])[0]);
    const words = log.data.match(/.{64}/g) ?? [];
    const data = words.map((one, index) => (index === at ? word(created) : one)).join('');
    return [this.spoiled(random, { ...log, data })];
  }

  named(random: Prng, binding: string): string {
    return random.pick([...this.cast.bindings.get(binding)!.members.keys()]);
  }

  /** An address as a word, or a word that is no address. */
  word(random: Prng): string {
    const chance = random.between(0, 99);
    if (chance < 10) return ZERO;
    if (chance < 14) return random.hex(32).slice(2);
    if (chance < 18) return word(random.between(1, 3));
    return word(random.pick([...this.cast.accounts, ...this.cast.contracts]));
  }

  #shaped(
    random: Prng,
    { topic0, topics, dataLength, decodes, where = {} }: LogShape,
    source: LogSource | LogStateSource | undefined,
    address: string,
    signer: string,
  ): DenseLog {
    const ofTopics = Array.from({ length: topics - 1 }, () => `0x${this.word(random)}`);
    for (const [pick, wanted] of Object.entries(where)) {
      const at = pick.startsWith('topic') ? Number(pick.slice(5, 6)) - 1 : -1;
      if (at < 0 || random.chance(0.1)) continue;
      if (wanted.startsWith('0x')) ofTopics[at] = wanted;
      else if (wanted === 'zero') ofTopics[at] = `0x${ZERO}`;
      else ofTopics[at] = `0x${word(random.pick([...this.cast.accounts, ...this.cast.contracts]))}`;
    }
    if (source?.kind === 'log_state' && topics > 1) {
      if (source.subject === 'reverse_node')
        ofTopics[0] = reverseNodeOf(
          random.chance(0.6) ? signer : random.pick([...this.cast.accounts, ...this.cast.contracts]),
        );
      else if (source.key?.[0] === 'topic1') ofTopics[0] = ensNode(random.pick(this.cast.names));
      // Few roles, so that they recur.
      if (source.key?.[1] === 'topic1') ofTopics[0] = `0x${word(random.between(0, 2))}`;
    }
    return { address, topics: [topic0, ...ofTopics], data: this.#data(random, dataLength, decodes, source) };
  }

  #data(
    random: Prng,
    dataLength: number | undefined,
    decodes: LogShape['decodes'],
    source: LogSource | LogStateSource | undefined,
  ): string {
    if (decodes === 'facet_cuts') return this.#cuts(random);
    if (decodes === 'text') return textData(random.pick(this.cast.names));
    if (decodes === 'equal_arrays') return arraysData(random.between(0, 3), random.chance(0.2) ? 0 : 1);
    if (dataLength === 576) return this.#deposit(random);
    if (dataLength !== undefined)
      return Array.from({ length: dataLength / 32 }, () => this.word(random)).join('');
    if (source?.kind === 'log_state') {
      const owners = Array.from({ length: random.between(0, 3) }, () => this.word(random));
      return [
        word(128),
        word(random.between(1, 3)),
        this.word(random),
        ZERO,
        word(owners.length),
        ...owners,
      ].join('');
    }
    return Array.from({ length: random.between(0, 3) }, () => this.word(random)).join('');
  }

  /** Diamond cuts of a few functions, some of them named twice. */
  #cuts(random: Prng): string {
    const selectors = ['1f931c1c', '7a0ed627', 'cdffacc6', 'd0e30db0'].map((one) => one.padEnd(64, '0'));
    const cuts = Array.from({ length: random.between(0, 3) }, () => {
      const named = Array.from({ length: random.between(0, 2) }, () => random.pick(selectors));
      return [this.word(random), word(random.between(0, 2)), word(96), word(named.length), ...named].join('');
    });
    let at = 32 * cuts.length;
    const offsets = cuts.map((cut) => {
      const offset = word(at);
      at += cut.length / 2;
      return offset;
    });
    return [word(96), ZERO, word(128 + at), word(cuts.length), ...offsets, ...cuts, ZERO].join('');
  }

  #deposit(random: Prng): string {
    const kind = random.pick(['01', '02', '01', '00', '03']);
    const credentials = `${kind}${'0'.repeat(22)}${random.pick([...this.cast.accounts, ...this.cast.contracts]).slice(2)}`;
    const head = [160, 256, 320, 384, 512].map(word).join('');
    return `${head}${word(48)}${'a'.repeat(96)}${'0'.repeat(32)}${word(32)}${credentials}${word(8)}${word(0)}${word(96)}${'b'.repeat(192)}${word(8)}${word(0)}`;
  }

  /** The log, sometimes changed so that it does not quite match. */
  spoiled(random: Prng, log: DenseLog): DenseLog {
    if (!random.chance(0.12)) return log;
    const { topics, data } = log;
    switch (random.between(0, 6)) {
      case 0:
        return { ...log, topics: topics.slice(0, -1) };
      case 1:
        return topics.length < 4 ? { ...log, topics: [...topics, `0x${this.word(random)}`] } : log;
      case 2:
        return { ...log, data: data.slice(0, -2) };
      case 3:
        return { ...log, data: `${data}${ZERO}` };
      case 4:
        return { ...log, topics: topics.map((topic, at) => (at === 1 ? `0xff${topic.slice(4)}` : topic)) };
      case 5:
        return { ...log, data: `01${data.slice(2)}` };
      default:
        return { ...log, data: data.length < 64 ? data : `${data.slice(0, -64)}${random.hex(32).slice(2)}` };
    }
  }
}

export function textData(text: string): string {
  const bytes = Buffer.from(text).toString('hex');
  return word(32) + word(bytes.length / 2) + bytes.padEnd(64 * Math.ceil(bytes.length / 64), '0');
}

function arraysData(length: number, amount: number): string {
  const ids = word(length) + word(1).repeat(length);
  const amounts = word(length) + word(amount).repeat(length);
  return word(64) + word(96 + 32 * length) + ids + amounts;
}
