#!/usr/bin/env node
import { runProgram } from './comparison/run-program.js';
import { published } from './verifier/published.js';

process.exitCode = await runProgram(process.argv.slice(2), published);
