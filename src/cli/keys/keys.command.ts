import { Command } from 'nest-commander';
import { GroupCommand } from '../command/group-command.js';
import { KeysCreateCommand } from './keys-create.command.js';
import { KeysListCommand } from './keys-list.command.js';
import { KeysRevokeCommand } from './keys-revoke.command.js';
import { KeysShowCommand } from './keys-show.command.js';

@Command({
  name: 'keys',
  description:
    'API keys: `create`, `list`, `show` and `revoke` them. A running service sees a change within 2 s.',
  subCommands: [KeysCreateCommand, KeysListCommand, KeysShowCommand, KeysRevokeCommand],
})
export class KeysCommand extends GroupCommand {}
