import { Command } from 'nest-commander';
import { GroupCommand } from '../command/group-command.js';
import { LogAuditCommand } from './log-audit.command.js';
import { LogFileCommand } from './log-file.command.js';
import { LogKeyCommand } from './log-key.command.js';
import { LogWitnessCommand } from './log-witness.command.js';

@Command({
  name: 'log',
  description:
    'The transparency log: `audit` reads anybody’s, `witness` has ours cosigned, `file` puts the hash of a file into it, `key` is what signs it.',
  subCommands: [LogAuditCommand, LogFileCommand, LogWitnessCommand, LogKeyCommand],
})
export class LogCommand extends GroupCommand {}
