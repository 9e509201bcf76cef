import { Command } from 'nest-commander';
import { GroupCommand } from '../command/group-command.js';
import { CallExportCommand } from './call-export.command.js';

@Command({
  name: 'call',
  description: 'View calls that others can check: `export` writes one with everything needed to execute it.',
  subCommands: [CallExportCommand],
})
export class CallCommand extends GroupCommand {}
