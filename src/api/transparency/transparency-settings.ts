import type { LogReader } from '../../transparency/log.reader.js';

/** The parts of the transparency log that are served, and its public keys. */
export interface ServedLog {
  readonly reader: LogReader;
  /** Public keys in the form of signed notes, newest first. */
  readonly verifierKeys: readonly string[];
}

export class TransparencySettings {
  /** @param log undefined if no log is kept */
  constructor(readonly log: ServedLog | undefined) {}
}
