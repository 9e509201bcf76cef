import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type LoggedFile, logFile } from '../../transparency/log-file.js';
import { Database } from '../database/database.js';

/** Puts the hash of a file into our log. The result is the index of its entry. */
export class LogFile extends Command<number> {
  constructor(readonly file: LoggedFile) {
    super();
  }
}

@CommandHandler(LogFile)
export class LogFileHandler implements ICommandHandler<LogFile> {
  constructor(private readonly database: Database) {}

  async execute({ file }: LogFile): Promise<number> {
    const { pool } = await this.database.open('expect');
    return logFile(pool, file);
  }
}
