import 'reflect-metadata';
import { outliveOutput } from './command/outlive-output.js';
import { handleStopSignals } from './command/stop-signals.js';
import { runCommand } from './run-command.js';

handleStopSignals();
outliveOutput();

await runCommand();
