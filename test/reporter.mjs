/** Says in the last line, for people and machines, how the run went: `N passed, N failed[, N skipped]`. */
export default class LastLineReporter {
  onRunComplete(_contexts, results) {
    // A file that could not even be loaded holds no tests, and still failed.
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    const skipped = results.numPendingTests + results.numTodoTests;
    const line = `${results.numPassedTests} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
    // At the very end: Jest's own summary comes after its reporters.
    process.once('exit', () => process.stdout.write(`${line}\n`));
  }
}
