import { Command } from 'nest-commander';
import { GroupCommand } from '../command/group-command.js';
import { ProofExportCommand } from './proof-export.command.js';
import { ProofShowCommand } from './proof-show.command.js';

@Command({
  name: 'proof',
  description: 'Proofs for others to check: `export` them with what is needed to check them, or `show` one.',
  subCommands: [ProofExportCommand, ProofShowCommand],
})
export class ProofCommand extends GroupCommand {}
