import { Command } from 'nest-commander';
import { ProofExportCommand } from './proof-export.command.js';
import { StrictCommand } from './strict-command.js';

@Command({
  name: 'proof',
  description: 'Proofs for others to check: see `proof export --help`.',
  subCommands: [ProofExportCommand],
})
export class ProofCommand extends StrictCommand {
  async run(): Promise<void> {
    this.command.help();
  }
}
