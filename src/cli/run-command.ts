import { CommandFactory, type CommandRunner } from 'nest-commander';
import { firstSentence } from '../domain/text/first-sentence.js';
import { RELEASE } from '../platform/release.js';
import { CliModule } from './cli.module.js';
import { reportFailure } from './command/report-failure.js';

/** Runs the command of the process arguments; an error is reported and sets a non-zero status. */
export function runCommand(): Promise<void> {
  return CommandFactory.run(CliModule, {
    logger: false,
    usePlugins: false,
    version: RELEASE,
    helpConfiguration: { subcommandTerm, subcommandDescription },
    errorHandler: reportFailure,
    serviceErrorHandler: reportFailure,
  });
}

/** A command in a list of commands, without `[options]`, which every command has. */
function subcommandTerm(command: CommandRunner['command']): string {
  const parameters = command.registeredArguments.map((one) =>
    one.required ? `<${one.name()}>` : `[${one.name()}]`,
  );
  return [command.name(), ...parameters].join(' ');
}

/** The first sentence of the description. The rest is in the help of the command itself. */
function subcommandDescription(command: CommandRunner['command']): string {
  return firstSentence(command.description());
}
