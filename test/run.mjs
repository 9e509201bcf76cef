// Runs Jest with its own options, and with these:
//   --lane unit|int|e2e|sim|slow   one lane only
//   --simulations N --blocks N     simulations, and the blocks of each
//   --seed N                       only the simulation of this seed
//   --long                         whole samples instead of bounded ones
// The slow lane, and tests of other lanes that are left to it, run where it, whole samples or a pattern of files is named.
import { join } from 'node:path';
import { run } from 'jest';
import { memoryDirectory } from './memory-directory.mjs';

const SETTINGS = { '--simulations': 'SIM_COUNT', '--blocks': 'SIM_BLOCKS', '--seed': 'SIM_SEED' };

const NAME_OF_TESTS = ['-t', '--testNamePattern'];

const options = [];
const words = process.argv.slice(2).flatMap((word) => (word.startsWith('--') ? word.split('=', 2) : [word]));
for (let at = 0; at < words.length; at++) {
  const word = words[at];
  if (word === '--lane') {
    options.push('--selectProjects', words[++at], '--rootDir', '.');
    if (words[at] === 'slow') process.env.SLOW_TESTS = 'lane';
  } else if (word in SETTINGS) process.env[SETTINGS[word]] = wholeNumber(word, words[++at]);
  else if (word === '--long') process.env.LONG_TESTS = process.env.SLOW_TESTS ??= 'all';
  else {
    if (!word.startsWith('-') && !NAME_OF_TESTS.includes(words[at - 1])) process.env.SLOW_TESTS ??= 'all';
    options.push(word);
  }
}
process.env.NODE_ENV ??= 'test';
// For children of this process: test workers, commands and services compile the same modules.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '..', '.cache', 'compiled');
// A Neo4j that runs for a minute gains nothing from the best compiler.
process.env.JAVA_TOOL_OPTIONS ??= '-XX:TieredStopAtLevel=1';
const memory = memoryDirectory();
if (memory !== undefined) process.env.TMPDIR ??= memory;
await run(options);

function wholeNumber(name, text) {
  if (/^\d+$/.test(text ?? '')) return text;
  console.error(`${name} takes a whole number`);
  process.exit(2);
}
