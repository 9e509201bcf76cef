import pino, { type Logger as PinoLogger } from 'pino';
import type { LogLevel } from '../config/environment-variables.js';
import { humanLine } from './human-line.js';

/** The keys of a log line: the same thing always has the same name, so that logs can be searched. */
export interface LogFields {
  /** Part of the program that logs. */
  readonly context?: string;
  readonly block?: number;
  readonly blocks?: number;
  /** Place in the event store. */
  readonly position?: number;
  readonly reader?: string;
  readonly definition?: string;
  readonly node?: string;
  readonly method?: string;
  readonly path?: string;
  readonly status?: number;
  readonly requestId?: string;
  /** Hash. */
  readonly transaction?: string;
  readonly durationMs?: number;
  readonly err?: unknown;
}

/** Logs an event, with fields under fixed keys. */
export class Logger {
  constructor(private readonly pino: PinoLogger) {}

  fatal(message: string, fields: LogFields = {}): void {
    this.pino.fatal(fields, message);
  }

  error(message: string, fields: LogFields = {}): void {
    this.pino.error(fields, message);
  }

  warn(message: string, fields: LogFields = {}): void {
    this.pino.warn(fields, message);
  }

  info(message: string, fields: LogFields = {}): void {
    this.pino.info(fields, message);
  }

  debug(message: string, fields: LogFields = {}): void {
    this.pino.debug(fields, message);
  }

  trace(message: string, fields: LogFields = {}): void {
    this.pino.trace(fields, message);
  }

  /** A logger that adds these fields to every line. */
  with(fields: LogFields): Logger {
    return new Logger(this.pino.child(fields));
  }
}

/** Where lines go: standard error by default, because standard output is for the results of commands. */
export interface LogOutput {
  readonly isTTY?: boolean;
  write(line: string): unknown;
}

/** A logger that writes a JSON object per line, or short lines for people when they watch. */
export function createLogger(level: LogLevel, output: LogOutput = process.stderr): Logger {
  const destination =
    output.isTTY === true ? { write: (line: string) => output.write(humanLine(line)) } : output;
  const options: pino.LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
  };
  return new Logger(pino(options, destination as pino.DestinationStream));
}
