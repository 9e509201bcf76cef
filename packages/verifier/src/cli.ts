#!/usr/bin/env node
import { runProgram } from '../../../src/comparison/run-program.js';
import { publishedFor } from './published.js';

process.exitCode = await runProgram(process.argv.slice(2), publishedFor);
