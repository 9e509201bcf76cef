import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { refusalOf } from './refusal-of.js';
import { writeRefusal } from './write-refusal.js';

/** Turns everything that is thrown while a request is answered into `{error}`. */
@Catch()
export class RefusalFilter implements ExceptionFilter {
  catch(thrown: unknown, host: ArgumentsHost): void {
    writeRefusal(host.switchToHttp().getResponse<FastifyReply>(), refusalOf(thrown));
  }
}
