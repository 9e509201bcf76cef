import { CommandFactory } from 'nest-commander';
import { RELEASE } from '../platform/release.js';
import { CliModule } from './cli.module.js';
import { reportFailure } from './report-failure.js';

/** Runs the command that the arguments of the process name; what goes wrong is said, and makes it end with another status than 0. */
export function runCommand(): Promise<void> {
  return CommandFactory.run(CliModule, {
    logger: false,
    usePlugins: false,
    version: RELEASE,
    errorHandler: reportFailure,
    serviceErrorHandler: reportFailure,
  });
}
