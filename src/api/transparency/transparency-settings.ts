import type { LogReader } from '../../transparency/log.reader.js';

/** What of the transparency log is served, and its public keys. */
export interface ServedLog {
  readonly reader: LogReader;
  /** In the form of signed notes, newest first. */
  readonly verifierKeys: readonly string[];
}

export class TransparencySettings {
  /** @param log undefined where none is kept */
  constructor(readonly log: ServedLog | undefined) {}
}
