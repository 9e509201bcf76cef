#!/usr/bin/env node
import 'reflect-metadata';
import { outliveOutput } from './cli/outlive-output.js';
import { runCommand } from './cli/run-command.js';
import { handleStopSignals } from './cli/stop-signals.js';

handleStopSignals();
outliveOutput();

await runCommand();
