import { type ChainMethod, type DocumentedMethod, isChainMethod } from './documented-method.js';

/** The methods that the product description names for agents, which come first. */
const FIRST = ['getToken', 'getValidatorQueueHistory', 'resolveEntity'];

/** The name of a method's tool: its operation id in snake case. */
export function toolName({ operationId }: ChainMethod): string {
  return operationId.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Whether there is a tool for a method. */
export const isForAgents = ({ notForAgents }: ChainMethod): boolean => notForAgents !== true;

/** The methods with a tool, in the order of the tool list. */
export function toolsAmong(methods: readonly DocumentedMethod[]): readonly ChainMethod[] {
  const tools = methods.filter(isChainMethod).filter(isForAgents);
  const isFirst = ({ operationId }: ChainMethod) => FIRST.includes(operationId);
  const first = tools
    .filter(isFirst)
    .sort((a, b) => FIRST.indexOf(a.operationId) - FIRST.indexOf(b.operationId));
  return [...first, ...tools.filter((method) => !isFirst(method))];
}
