import { writeFileSync } from 'node:fs';
import { Module } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { requestedAddress } from '../../bundle/claim-options.js';
import { fromHex } from '../../domain/chain/codec/hex.js';
import { Config } from '../../platform/config/config.js';
import { ExportCall, ExportCallHandler } from '../../runtime/bundle/export-call.command.js';
import { describeVerification } from '../../verifier/describe-verification.js';
import { trustedCheckpoint } from '../../verifier/trusted-checkpoint.js';
import { CommandModule } from '../command/command.module.js';
import { noteNetwork } from '../text/network-note.js';

export interface CallExportOptions {
  readonly block?: number;
  readonly out?: string;
  /** Root of a beacon block. */
  readonly checkpoint?: string;
}

const DATA = /^0x([0-9a-f]{2})*$/i;

/** `call export`. */
@Module({ imports: [CommandModule], providers: [ExportCallHandler] })
export class CallExport {
  constructor(
    private readonly config: Config,
    private readonly commands: CommandBus,
  ) {}

  async run(address: string, data: string, { block, out, checkpoint }: CallExportOptions): Promise<void> {
    noteNetwork(this.config);
    const to = requestedAddress(address, '<address>');
    if (!DATA.test(data)) throw new Error('<data> must be 0x and hex digits of whole bytes');
    const { text, verification } = await this.commands.execute(
      new ExportCall(
        { to, data: fromHex(data) },
        block,
        checkpoint === undefined ? undefined : trustedCheckpoint(checkpoint),
      ),
    );
    const file = out ?? `${to}.call.json`;
    writeFileSync(file, text);
    console.log(describeVerification(verification));
    console.log(`\nwritten to ${file}`);
  }
}
