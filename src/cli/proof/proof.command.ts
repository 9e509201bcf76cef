import { Command } from 'nest-commander';
import { GroupCommand } from '../command/group-command.js';
import { ProofExportCommand } from './proof-export.command.js';
import { ProofShowCommand } from './proof-show.command.js';

@Command({
  name: 'proof',
  description:
    'Proofs that others can check: `export` one with everything needed to check it, or `show` one.',
  subCommands: [ProofExportCommand, ProofShowCommand],
})
export class ProofCommand extends GroupCommand {}
