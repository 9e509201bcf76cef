import type { LoggerService } from '@nestjs/common';
import type { LogFields, Logger } from './logger.js';

/** Lets Nest speak through our logger. Its start-up chatter is worth a `debug`. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, ...rest: unknown[]): void {
    this.logger.debug(String(message), contextOf(rest));
  }

  fatal(message: unknown, ...rest: unknown[]): void {
    this.logger.fatal(textOf(message), problemOf(message, rest));
  }

  error(message: unknown, ...rest: unknown[]): void {
    // An error that ends the start goes to the caller, who reports it.
    if (rest.at(-1) === 'ExceptionHandler') return;
    this.logger.error(textOf(message), problemOf(message, rest));
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.logger.warn(textOf(message), contextOf(rest));
  }

  debug(message: unknown, ...rest: unknown[]): void {
    this.logger.debug(String(message), contextOf(rest));
  }

  verbose(message: unknown, ...rest: unknown[]): void {
    this.logger.trace(String(message), contextOf(rest));
  }
}

/** Nest passes the name of the logging class last. */
function contextOf(rest: readonly unknown[]): LogFields {
  const context = rest.at(-1);
  return typeof context === 'string' ? { context } : {};
}

/** An error comes as itself, or as its message followed by its stack and that name. */
function problemOf(message: unknown, rest: readonly unknown[]): LogFields {
  if (message instanceof Error) return { ...contextOf(rest), err: message };
  const stack = rest.find((part) => typeof part === 'string' && part.includes('\n    at '));
  const named = contextOf(rest.filter((part) => part !== stack));
  return stack === undefined ? named : { ...named, err: { stack } };
}

function textOf(message: unknown): string {
  return message instanceof Error ? message.message : String(message);
}
