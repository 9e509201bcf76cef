import { Command } from 'nest-commander';
import { GroupCommand } from '../command/group-command.js';
import { CallExportCommand } from './call-export.command.js';

@Command({
  name: 'call',
  description: 'View calls for others to check: `export` one with what is needed to execute it.',
  subCommands: [CallExportCommand],
})
export class CallCommand extends GroupCommand {}
