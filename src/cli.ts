#!/usr/bin/env node
import 'reflect-metadata';
import { outliveOutput } from './cli/command/outlive-output.js';
import { handleStopSignals } from './cli/command/stop-signals.js';
import { runCommand } from './cli/run-command.js';

handleStopSignals();
outliveOutput();

await runCommand();
