import { readFileSync } from 'node:fs';
import { Module } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { CosignLog, CosignLogHandler } from '../../runtime/transparency/cosign-log.command.js';
import { parsePolicy } from '../../tlog/log-policy.js';
import { CommandModule } from '../command/command.module.js';

/** `log witness`. */
@Module({ imports: [CommandModule], providers: [CosignLogHandler] })
export class LogWitness {
  constructor(private readonly commands: CommandBus) {}

  async run(file: string): Promise<void> {
    const cosigned = await this.commands.execute(new CosignLog(parsePolicy(readFileSync(file, 'utf8'))));
    if (!cosigned) throw new Error('nothing is signed yet: the service signs once blocks are final');
    const { size, refusals, lack } = cosigned;
    for (const [name, refusal] of refusals)
      console.log(
        refusal === undefined ? `cosigned  ${name}: ${size} entries` : `refused   ${name}: ${refusal}`,
      );
    console.log(lack === undefined ? 'the quorum is met' : `the quorum is not met: ${lack}`);
    if (lack !== undefined) process.exitCode = 1;
  }
}
