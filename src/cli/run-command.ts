import { CommandFactory } from 'nest-commander';
import { RELEASE } from '../platform/release.js';
import { CliModule } from './cli.module.js';
import { reportFailure } from './command/report-failure.js';

/** Runs the command of the process arguments; an error is reported and sets a non-zero status. */
export function runCommand(): Promise<void> {
  return CommandFactory.run(CliModule, {
    logger: false,
    usePlugins: false,
    version: RELEASE,
    errorHandler: reportFailure,
    serviceErrorHandler: reportFailure,
  });
}
