import type { Network } from '../../domain/chain/record/network.js';

/** An address that the first page of the explorer suggests. */
export interface ExplorerExample {
  readonly title: string;
  readonly address: string;
}

/** Settings of the explorer's pages. */
export abstract class ExplorerSettings {
  /** False where the pages are not served. */
  abstract readonly isServed: boolean;
  abstract readonly network: Network;
  /** The key that the pages of the demo chain use; absent elsewhere, and where everything is open. */
  abstract readonly demoKey?: string | undefined;
  abstract readonly examples: readonly ExplorerExample[];
}
