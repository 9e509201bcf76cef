import { type ChainMethod, type DocumentedMethod, isChainMethod } from './documented-method.js';

/** The three that the product description names. */
const FIRST = ['getToken', 'getValidatorQueueHistory', 'resolveEntity'];

/** How agents call a method: its operation id in snake case. */
export function toolName({ operationId }: ChainMethod): string {
  return operationId.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Whether there is a tool for a method. */
export const isForAgents = ({ notForAgents }: ChainMethod): boolean => notForAgents !== true;

/** The methods that agents can call, in the order they are listed in. */
export function toolsAmong(methods: readonly DocumentedMethod[]): readonly ChainMethod[] {
  const tools = methods.filter(isChainMethod).filter(isForAgents);
  const isFirst = ({ operationId }: ChainMethod) => FIRST.includes(operationId);
  const first = tools
    .filter(isFirst)
    .sort((a, b) => FIRST.indexOf(a.operationId) - FIRST.indexOf(b.operationId));
  return [...first, ...tools.filter((method) => !isFirst(method))];
}
