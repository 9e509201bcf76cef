import type { KeptProcess } from '../../platform/process/kept-process.js';

/** The servers that the service runs itself and cannot do without; a Neo4j is none, as everything else goes on without it. */
export class VitalServers {
  constructor(readonly all: readonly KeptProcess[]) {}

  /** The names of those that do not run now. */
  away(): string[] {
    return this.all.filter(({ failure }) => failure !== undefined).map(({ name }) => name);
  }
}
