// Runs the TypeScript compiler that the build runs: node scripts/compile.mjs <its arguments>
import { spawnSync } from 'node:child_process';
import { compiler } from './compiler.mjs';

const { status } = spawnSync(process.execPath, [compiler(), ...process.argv.slice(2)], { stdio: 'inherit' });
process.exitCode = status ?? 1;
