import { relative } from 'node:path';

const SHOWN = 30;

/**
 * Prints which files took longest and, in the last line, the result of the run for people and programs:
 * `N passed, N failed[, N skipped]`.
 */
export default class LastLineReporter {
  onRunComplete(_contexts, results) {
    // A file that could not be loaded has no tests, and still failed.
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    const skipped = results.numPendingTests + results.numTodoTests;
    const line = `${results.numPassedTests} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
    // At the very end, since Jest's own summary comes after its reporters.
    process.once('exit', () => process.stdout.write(`${slowest(results.testResults)}${line}\n`));
  }
}

function slowest(files) {
  const seconds = ({ perfStats }) => perfStats.runtime / 1_000;
  const sorted = files.toSorted((one, other) => seconds(other) - seconds(one)).slice(0, SHOWN);
  const lines = sorted.map((file) => `${seconds(file).toFixed(1).padStart(7)} s  ${nameOf(file)}\n`);
  return sorted.length > 1 ? `Slowest files:\n${lines.join('')}` : '';
}

const nameOf = ({ testFilePath }) => relative(process.cwd(), testFilePath);
