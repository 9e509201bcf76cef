import type { KeptProcess } from '../../platform/process/kept-process.js';

/**
 * The servers that the service runs itself and cannot do without. Neo4j is none of them: all else works
 * without it.
 */
export class VitalServers {
  constructor(readonly all: readonly KeptProcess[]) {}

  /** Names of those that are not running. */
  away(): string[] {
    return this.all.filter(({ failure }) => failure !== undefined).map(({ name }) => name);
  }
}
