import { Injectable } from '@nestjs/common';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { isChainMethod } from '../http/method/documented-method.js';
import { Serves } from '../http/method/method.decorator.js';
import type { Tool } from './tool.js';
import { toolName, toolsAmong } from './tool-name.js';

/**
 * The tools by name, in the order they are listed in: the functions of the controllers that serve the documented methods, so that a
 * tool asks what its method asks.
 */
@Injectable()
export class ToolTable {
  #tools: ReadonlyMap<string, Tool> | undefined;

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  get tools(): ReadonlyMap<string, Tool> {
    this.#tools ??= this.#found();
    return this.#tools;
  }

  #found(): ReadonlyMap<string, Tool> {
    const served = this.discovery.getControllers().flatMap(({ instance }) => this.#servedBy(instance));
    const byMethod = new Map(served.map((tool) => [tool.method, tool]));
    return new Map(
      toolsAmong([...byMethod.keys()]).map((method) => [toolName(method), byMethod.get(method)!]),
    );
  }

  #servedBy(controller: Controller): readonly Tool[] {
    return this.scanner.getAllMethodNames(Object.getPrototypeOf(controller)).flatMap((name) => {
      const method = this.reflector.get(Serves, controller[name]!);
      if (!method || !isChainMethod(method)) return [];
      return [{ name: toolName(method), method, answer: (parameters) => controller[name]!(parameters) }];
    });
  }
}

type Controller = Readonly<Record<string, Tool['answer']>>;
