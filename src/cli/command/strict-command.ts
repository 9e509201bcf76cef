import { CommandRunner } from 'nest-commander';

/**
 * A command that refuses parameters that it does not have, so that a mistyped one does not start something
 * else.
 */
export abstract class StrictCommand extends CommandRunner {
  override setCommand(command: CommandRunner['command']): this {
    command.allowExcessArguments(false);
    command.showHelpAfterError('(--help lists what it takes)');
    return super.setCommand(command);
  }
}
