import type { ChainKind } from '../domain/chain/record/chain-kind.js';

/** What bundles and explanations are made with. */
export class BundleSettings {
  /** @param nodeUrls the nodes that may prove accounts, as they are when a bundle is made */
  constructor(
    readonly chain: ChainKind,
    readonly nodeUrls: () => readonly string[],
  ) {}
}
