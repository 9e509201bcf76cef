#!/usr/bin/env node
import 'reflect-metadata';
import { CommandFactory } from 'nest-commander';
import { CliModule } from './cli/cli.module.js';
import { outliveReader } from './cli/outlive-reader.js';
import { reportFailure } from './cli/report-failure.js';
import { handleStopSignals } from './cli/stop-signals.js';
import { RELEASE } from './platform/release.js';

handleStopSignals();
outliveReader();

await CommandFactory.run(CliModule, {
  logger: false,
  usePlugins: false,
  version: RELEASE,
  errorHandler: reportFailure,
  serviceErrorHandler: reportFailure,
});
