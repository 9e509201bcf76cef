import { fileFailure } from '../../domain/text/file-failure.js';

/**
 * Reports an error on standard error, in one line if it is a foreseen one, and sets the exit status that the
 * error names, or 1.
 */
export function reportFailure(
  error: Error & {
    readonly code?: string;
    readonly syscall?: string;
    readonly port?: number;
    readonly exitCode?: number;
    readonly exitStatus?: number;
  },
): void {
  // The parser of the command line has reported it already, and a request for help is no failure.
  if (error.code?.startsWith('commander.')) {
    process.exitCode = error.exitCode ?? 1;
    return;
  }
  process.exitCode = error.exitStatus ?? 1;
  if (error.code === 'EADDRINUSE') {
    console.error(
      `port ${error.port} is taken by another program: set PORT or PAY_PORT to a free one (0 takes any)`,
    );
  } else if (error.code === 'EACCES' && error.syscall === 'listen') {
    console.error('the port may not be used by this user: set PORT to one above 1023');
  } else if (error.name === 'ConfigRefused' || process.env.LOG_LEVEL !== 'debug') {
    console.error(fileFailure(error));
  } else {
    console.error(error);
  }
}
