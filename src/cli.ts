#!/usr/bin/env node
import 'reflect-metadata';
import { outliveReader } from './cli/outlive-reader.js';
import { runCommand } from './cli/run-command.js';
import { handleStopSignals } from './cli/stop-signals.js';

handleStopSignals();
outliveReader();

await runCommand();
