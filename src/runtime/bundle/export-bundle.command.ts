import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type ExportedProof, ProofExporter } from '../../bundle/proof-exporter.js';
import type { Definition } from '../../definition/model/definition.js';
import type { Hash } from '../../domain/chain/hex.js';
import { AccountProofs } from '../../node/execution/account-proofs.js';
import { Config } from '../../platform/config/config.js';
import { inWholeSnapshot } from '../../platform/postgres/distributed/in-whole-snapshot.js';
import { nodeUrls } from '../demo/demo-note.js';
import { StartedParts } from '../lifecycle/started-parts.js';
import { WholeDatabase } from '../projection/whole-database.js';
import { chainKind } from '../settings/chain-kind.js';
import { lightClientData } from './light-client-data.js';

type AskedClaim = Parameters<ProofExporter['claim']>[0];

interface ExportedBundle {
  readonly exported: ExportedProof;
  /** By definition id. */
  readonly means: ReadonlyMap<string, Definition>;
}

/** Exports the proof of a claim with everything that is needed to check it without this service. */
export class ExportBundle extends Command<ExportedBundle> {
  /**
   * @param checkpoint root of a beacon block that the reader trusts: light-client data of `BEACON_URLS` lead
   * from it to young blocks
   * @param executesFrames whether to execute the transactions of frames
   */
  constructor(
    readonly claim: AskedClaim,
    readonly checkpoint?: Hash,
    readonly executesFrames = false,
  ) {
    super();
  }
}

@CommandHandler(ExportBundle)
export class ExportBundleHandler implements ICommandHandler<ExportBundle> {
  constructor(
    private readonly config: Config,
    private readonly database: WholeDatabase,
    private readonly parts: StartedParts,
  ) {}

  async execute({ claim, checkpoint, executesFrames }: ExportBundle): Promise<ExportedBundle> {
    const pool = await this.database.open();
    const nodes = new AccountProofs(nodeUrls(this.config));
    this.parts.add(() => nodes.close());
    const light = checkpoint === undefined ? undefined : await lightClientData(this.config, checkpoint);
    return inWholeSnapshot(pool, async (tx) => {
      const exporter = await ProofExporter.open(tx, chainKind(this.config), nodes, light);
      const wanted = await exporter.claim(claim);
      return { exported: await exporter.export(wanted, executesFrames), means: exporter.meanings() };
    });
  }
}
