import { createRequire, Module } from 'node:module';

/**
 * Gives nest-commander an empty package for the one that asks questions at a terminal, which no command does: it loads 260 modules, a fifth of
 * what the command line needs before it knows its command.
 */
export function loadWithoutQuestions(): void {
  const require = createRequire(import.meta.url);
  const inquirer = createRequire(require.resolve('nest-commander')).resolve('inquirer');
  require.cache[inquirer] = Object.assign(new Module(inquirer), { loaded: true });
}
