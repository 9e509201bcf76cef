import { writeFileSync } from 'node:fs';
import { Module } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { requestedAddress } from '../../bundle/claim-options.js';
import type { Address } from '../../domain/chain/hex.js';
import { Config } from '../../platform/config/config.js';
import { networkOf } from '../../platform/config/network-of.js';
import { ExportBundle, ExportBundleHandler } from '../../runtime/bundle/export-bundle.command.js';
import { WholeDatabase } from '../../runtime/projection/whole-database.js';
import { describeVerification } from '../../verifier/describe-verification.js';
import { trustedCheckpoint } from '../../verifier/trusted-checkpoint.js';
import { CommandModule } from '../command/command.module.js';
import { noteNetwork } from '../text/network-note.js';
import { proofReport } from './report/proof-report.js';

export interface ExportOptions {
  readonly counterpart?: Address;
  readonly block?: number;
  readonly out?: string;
  /** Root of a beacon block. */
  readonly checkpoint?: string;
  /** Whether to execute the transactions of frames. */
  readonly execute?: boolean;
}

/** `proof export`. */
@Module({ imports: [CommandModule], providers: [ExportBundleHandler, WholeDatabase] })
export class ProofExport {
  constructor(
    private readonly config: Config,
    private readonly commands: CommandBus,
  ) {}

  async run(
    address: string,
    definition: string,
    { counterpart, block, out, checkpoint, execute }: ExportOptions,
  ): Promise<void> {
    noteNetwork(this.config);
    const { exported, means } = await this.commands.execute(
      new ExportBundle(
        {
          id: definition,
          subject: requestedAddress(address, '<address>'),
          ...(counterpart !== undefined && { object: counterpart }),
          ...(block !== undefined && { block }),
        },
        checkpoint === undefined ? undefined : trustedCheckpoint(checkpoint),
        execute,
      ),
    );
    const file = out ?? `${exported.verification.bundle.proof.slice('sha256:'.length, 23)}.proof.json`;
    const report = `${file.replace(/\.json$/, '')}.html`;
    writeFileSync(file, exported.text);
    writeFileSync(report, proofReport(exported, means, networkOf(this.config)));
    console.log(describeVerification(exported.verification));
    for (const [ref, reason] of exported.unexecuted) console.log(`\nnot executed: ${ref}\n  ${reason}`);
    console.log(`\nwritten to ${file}, the report to ${report}`);
  }
}
