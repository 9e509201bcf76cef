import {
  type Tool as ListedTool,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from '@modelcontextprotocol/server';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { RELEASE } from '../../platform/release.js';
import { ChainBounds } from '../http/chain-bounds.js';
import { Reference } from '../http/openapi/reference.js';
import { refusalOf } from '../http/refusal/refusal-of.js';
import { inputSchema } from './input-schema.js';
import { instructions } from './instructions.js';
import { outputSchema } from './output-schema.js';
import type { Tool } from './tool.js';
import { ToolCaller } from './tool-caller.js';
import { toolDescription } from './tool-description.js';
import { ToolTable } from './tool-table.js';

const ABOUT = { name: 'chainproof', version: RELEASE };
const TITLES = { demo: 'Chainproof (demo chain)', mainnet: 'Chainproof' } as const;
/** Revisions of the protocol in which a request is one message, and each request is independent. */
const REVISIONS = ['2025-11-25', '2025-06-18'];

/** Serves the protocol's requests about tools: list and call. */
@Injectable()
export class ToolServer {
  #listed: ListedTool[] | undefined;

  constructor(
    private readonly table: ToolTable,
    private readonly caller: ToolCaller,
    private readonly reference: Reference,
    private readonly bounds: ChainBounds,
  ) {}

  /** A server for the one message of a request. It keeps no state. */
  for(request: FastifyRequest): Server {
    const server = new Server(
      { ...ABOUT, title: TITLES[this.bounds.network] },
      {
        capabilities: { tools: {} },
        instructions: instructions(this.bounds.network),
        supportedProtocolVersions: REVISIONS,
      },
    );
    server.setRequestHandler('tools/list', () => this.#list());
    server.setRequestHandler('tools/call', ({ params: { name, arguments: given = {} } }) =>
      this.caller.call(name, given, request),
    );
    return server;
  }

  /** Lists the tools. Internal errors are logged, and their text is not sent. */
  #list(): { tools: ListedTool[] } {
    try {
      return { tools: this.#tools };
    } catch (thrown) {
      throw new ProtocolError(ProtocolErrorCode.InternalError, refusalOf(thrown).message);
    }
  }

  get #tools(): ListedTool[] {
    this.#listed ??= [...this.table.tools.values()].map((tool) => this.#described(tool));
    return this.#listed;
  }

  #described({ name, method }: Tool): ListedTool {
    return {
      name,
      title: method.summary,
      description: toolDescription(method),
      inputSchema: inputSchema(method),
      outputSchema: outputSchema(method.record, this.reference.document),
      // A read-only tool needs no other annotation.
      annotations: { readOnlyHint: true },
    };
  }
}
