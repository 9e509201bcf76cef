import type { LogReader } from '../../transparency/log.reader.js';

/** What of the transparency log is served, and its public key. */
export interface ServedLog {
  readonly reader: LogReader;
  /** In the form of sumdb's notes. */
  readonly verifierKey: string;
}

export class TransparencySettings {
  /** @param log undefined where none is kept */
  constructor(readonly log: ServedLog | undefined) {}
}
