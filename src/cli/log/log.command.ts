import { Command } from 'nest-commander';
import { GroupCommand } from '../command/group-command.js';
import { LogAuditCommand } from './log-audit.command.js';
import { LogFileCommand } from './log-file.command.js';
import { LogKeyCommand } from './log-key.command.js';
import { LogWitnessCommand } from './log-witness.command.js';

@Command({
  name: 'log',
  description:
    'The transparency log: `audit` reads and checks any log, `witness` gets cosignatures for ours, `file` adds the ' +
    'hash of a file to it, `key` manages the key that signs it.',
  subCommands: [LogAuditCommand, LogFileCommand, LogWitnessCommand, LogKeyCommand],
})
export class LogCommand extends GroupCommand {}
