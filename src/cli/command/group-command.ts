import { StrictCommand } from './strict-command.js';

/** A command that only groups others, and lists them when it is called alone. */
export abstract class GroupCommand extends StrictCommand {
  override setCommand(command: StrictCommand['command']): this {
    super.setCommand(command);
    // A surplus argument is a mistyped name of one of them.
    command.allowExcessArguments(true);
    return this;
  }

  async run([given]: string[]): Promise<void> {
    if (given === undefined) this.command.help();
    const names = this.command.commands.map((one) => one.name()).filter((name) => name !== 'help');
    this.command.error(
      `error: ${this.command.name()} has no command '${given}': choose ${names.join(' or ')}`,
      { code: 'commander.unknownCommand' },
    );
  }
}
