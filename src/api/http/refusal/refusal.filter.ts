import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { refusalOf } from './refusal-of.js';
import { writeRefusal } from './write-refusal.js';

/** Everything thrown while a request is answered leaves as `{error}`. */
@Catch()
export class RefusalFilter implements ExceptionFilter {
  catch(thrown: unknown, host: ArgumentsHost): void {
    writeRefusal(host.switchToHttp().getResponse<FastifyReply>(), refusalOf(thrown));
  }
}
