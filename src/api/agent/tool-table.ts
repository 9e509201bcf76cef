import { Injectable } from '@nestjs/common';
import { DiscoveryService, Reflector } from '@nestjs/core';
import { Dispatches } from '../http/method/chain-controller.js';
import { methodOf } from '../http/method/chain-query.decorator.js';
import { toolName, toolsAmong } from '../http/method/tool-name.js';
import type { Tool } from './tool.js';

/** The tools by name, in the order they are listed in: one for each query that a route dispatches. */
@Injectable()
export class ToolTable {
  #tools: ReadonlyMap<string, Tool> | undefined;

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly reflector: Reflector,
  ) {}

  get tools(): ReadonlyMap<string, Tool> {
    this.#tools ??= this.#found();
    return this.#tools;
  }

  #found(): ReadonlyMap<string, Tool> {
    const queries = this.discovery
      .getControllers()
      .flatMap(({ metatype }) => (metatype && this.reflector.get(Dispatches, metatype)) ?? []);
    const tools = toolsAmong(queries.map(methodOf));
    return new Map(tools.map((method) => [toolName(method), { name: toolName(method), method }]));
  }
}
