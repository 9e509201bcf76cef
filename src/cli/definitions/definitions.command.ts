import { Command } from 'nest-commander';
import { GroupCommand } from '../command/group-command.js';
import { DefinitionsCheckCommand } from './definitions-check.command.js';
import { DefinitionsPublishCommand } from './definitions-publish.command.js';
import { DefinitionsRootsCommand } from './definitions-roots.command.js';
import { DefinitionsSetsCommand } from './definitions-sets.command.js';

@Command({
  name: 'definitions',
  description:
    'What this service can prove: `check` the definitions, `publish` changes, append `roots` of the consensus layer, list the `sets` that were evaluated.',
  subCommands: [
    DefinitionsCheckCommand,
    DefinitionsPublishCommand,
    DefinitionsRootsCommand,
    DefinitionsSetsCommand,
  ],
})
export class DefinitionsCommand extends GroupCommand {}
