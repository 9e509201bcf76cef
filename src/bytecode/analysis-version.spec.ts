import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { DEFINITIONS } from '../definition/read-definitions.js';
import { analysisVersions } from './analysis-version.js';

it('lock.json has the installed code analysis, and the version of evmole that package.json pins', () => {
  const { dependencies } = JSON.parse(readFileSync(`${DEFINITIONS}/../package.json`, 'utf8'));
  const { codeAnalysis } = JSON.parse(readFileSync(`${DEFINITIONS}/lock.json`, 'utf8'));
  expect(analysisVersions()).toEqual(codeAnalysis);
  expect(codeAnalysis.evmole).toBe(dependencies.evmole);
});
