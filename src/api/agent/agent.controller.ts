import { Controller, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Method } from '../http/method/method.decorator.js';
import { CALL_MCP } from './agent.methods.js';
import { exchange } from './exchange.js';
import { ToolServer } from './tool-server.js';

@Controller('mcp')
export class AgentController {
  constructor(private readonly tools: ToolServer) {}

  @Method('', CALL_MCP)
  async callMcp(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    const answer = await exchange(request.body, request.headers, () => this.tools.for(request));
    reply.code(answer.status);
    if (answer.body === null) return undefined;
    reply.header('content-type', 'application/json; charset=utf-8');
    return answer.text();
  }
}
