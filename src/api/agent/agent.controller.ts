import { Controller, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { onLargeSent } from '../http/large-sent.js';
import { NoParameters } from '../http/method/documented-method.js';
import { Method } from '../http/method/method.decorator.js';
import { exchange } from './exchange.js';
import { ToolServer } from './tool-server.js';
import { withContent } from './written-content.js';

@Controller('mcp')
export class AgentController {
  constructor(private readonly tools: ToolServer) {}

  @Method('', {
    verb: 'POST',
    operationId: 'callMcp',
    tag: 'Agents',
    summary: 'Tools for AI agents',
    description:
      'Model Context Protocol over streamable HTTP: one message per request, answered in JSON, without sessions. There is a tool for each method, ' +
      'with its operation id in snake case as name. A tool takes the parameters of its method without `chainId`, lists ten rows by default, ' +
      'needs the plan of its method, and returns its `data` as `structuredContent`. Every key can send messages, and each counts as a request. A refusal of a tool, such as an ' +
      'insufficient plan, is a result with `isError` whose text is the `{error}` body. Errors of the protocol itself, such as an unsupported version, ' +
      'are JSON-RPC errors. In a browser only pages of this service can send messages.',
    parameters: NoParameters,
  })
  async callMcp(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    try {
      const answer = await exchange(request.body, request.headers, () => this.tools.for(request));
      reply.code(answer.status);
      if (answer.body === null) return undefined;
      reply.header('content-type', 'application/json; charset=utf-8');
      const message = await answer.text();
      const { writtenContent } = request;
      return writtenContent ? withContent(message, writtenContent) : message;
    } finally {
      // Called even where a refusal is sent instead.
      if (request.writtenContent) onLargeSent(request, reply, request.writtenContent.whenLeft);
    }
  }
}
