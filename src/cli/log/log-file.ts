import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { Module } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { LogFile, LogFileHandler } from '../../runtime/transparency/log-file.command.js';
import { CommandModule } from '../command/command.module.js';

/** `log file`. */
@Module({ imports: [CommandModule], providers: [LogFileHandler] })
export class LogFileRun {
  constructor(private readonly commands: CommandBus) {}

  async run(path: string): Promise<void> {
    const hash = createHash('sha256').update(readFileSync(path)).digest('hex');
    const file = { name: basename(path), sha256: `sha256:${hash}` };
    const index = await this.commands.execute(new LogFile(file));
    console.log(`entry ${index}  ${file.name}  ${file.sha256}`);
  }
}
