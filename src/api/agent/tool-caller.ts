import { type CallToolResult, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { Inject, Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyRequest } from 'fastify';
import { opens } from '../../domain/access/plan.js';
import { requestIdOf } from '../http/connection/request-id.js';
import { CursorKey } from '../http/cursor/cursor-key.js';
import { CursorFence } from '../http/cursor-fence.js';
import { refusalBody } from '../http/refusal/refusal-body.js';
import { refusalOf } from '../http/refusal/refusal-of.js';
import { ResponseCache } from '../http/response-cache.js';
import { planInsufficient } from '../refusal/access-refusals.js';
import { answerText } from './answer-text.js';
import type { Tool } from './tool.js';
import { readArguments, type ToolArguments } from './tool-arguments.js';
import { ToolTable } from './tool-table.js';
import { WRITTEN_ELSEWHERE } from './written-content.js';

/** Calls tools for the sender of a message. */
@Injectable()
export class ToolCaller {
  constructor(
    private readonly table: ToolTable,
    private readonly cursorKey: CursorKey,
    private readonly queries: QueryBus,
    @Inject(CursorFence) private readonly fence: CursorFence | undefined,
    private readonly cache: ResponseCache,
  ) {}

  /**
   * Calls a tool. A refusal or an error is a result with `isError` and the text of the HTTP method.
   * @throws {ProtocolError} for an unknown tool
   */
  async call(name: string, given: ToolArguments, request: FastifyRequest): Promise<CallToolResult> {
    const tool = this.table.tools.get(name);
    if (!tool)
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        'There is no such tool; tools/list names them.',
      );
    request.calledMethod = tool.method.operationId;
    try {
      return await this.#answered(tool, given, request);
    } catch (thrown) {
      const refusal = refusalOf(thrown);
      request.refusalCode = refusal.code;
      return {
        isError: true,
        content: text(refusalBody(refusal, requestIdOf(request.headers['x-request-id']))),
      };
    }
  }

  async #answered(tool: Tool, given: ToolArguments, request: FastifyRequest): Promise<CallToolResult> {
    const { method } = tool;
    const { plan } = request;
    if (plan && !opens(plan, method.plan)) throw planInsufficient(method.plan);
    const query = readArguments(method, given, this.cursorKey);
    const make = async () => {
      await this.fence?.pass(method, query);
      return this.queries.execute(query);
    };
    const answer = await (method.needsNoStore ? make() : this.cache.whole(make));
    const { whenLeft, json } = answer;
    // The record as JSON has it, without undefined fields.
    const data = whenLeft ? answer.data : (JSON.parse(json) as Record<string, unknown>);
    const content = text(answerText(tool, given, data, answer));
    if (!whenLeft) return { structuredContent: { ...data }, content };
    request.writtenContent = { json, whenLeft };
    return { structuredContent: WRITTEN_ELSEWHERE, content };
  }
}

const text = (written: string) => [{ type: 'text' as const, text: written }];
