import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { OperationObject, SchemaObject } from '@nestjs/swagger';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { PaymentRequirement } from '../../../domain/access/payment-requirement.js';
import type { Network } from '../../../domain/chain/record/network.js';
import { RELEASE } from '../../../platform/release.js';
import { type PayTerms, requirementOf } from '../../access/payment/pay-terms.js';
import { MAX_URI_BYTES } from '../../refusal/request-refusals.js';
import { CHAIN_PATH } from '../method/chain.js';
import {
  type ChainMethod,
  type DocumentedMethod,
  isChainMethod,
  isMessageMethod,
  isOperationMethod,
} from '../method/documented-method.js';
import { refusalRows } from '../method/refusal-rows.js';
import { isForAgents, toolName, toolsAmong } from '../method/tool-name.js';
import { MetaDto, MetaNoBlockDto } from '../record/meta.dto.js';
import { RefusalDto } from '../record/refusal.dto.js';
import { HEADERS, MESSAGE, PARAMETERS, RESPONSES, SECURITY_SCHEMES } from './components.js';
import { introduction } from './introduction.js';
import { responsesOf } from './responses.js';

interface Surroundings {
  readonly publicUrl: string;
  readonly network: Network;
  /** Absent where no calls are sold. */
  readonly pay?: PayTerms;
}

/** The reference, made from the same classes that read parameters and make records. */
export function describe(
  app: NestFastifyApplication,
  methods: readonly DocumentedMethod[],
  { publicUrl, network, pay }: Surroundings,
): OpenAPIObject {
  const form = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Chain data service')
    .setVersion(RELEASE)
    .setDescription(introduction(network))
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .addServer(publicUrl, 'Key address: an API key on a plan.')
    .build();
  if (pay) form.servers = [...(form.servers ?? []), payServer(pay)];
  // One of the schemes suffices.
  form.security = Object.keys(SECURITY_SCHEMES).map((scheme) => ({ [scheme]: [] }));
  const document = SwaggerModule.createDocument(app, form, {
    extraModels: [MetaDto, MetaNoBlockDto, RefusalDto],
    autoTagControllers: false,
  });
  delete document.info.contact;
  Object.assign(document.info, { 'x-max-uri-bytes': MAX_URI_BYTES, 'x-network': network });
  document.components = { ...document.components };
  Object.assign(document.components, {
    securitySchemes: SECURITY_SCHEMES,
    parameters: PARAMETERS,
    headers: HEADERS,
    responses: RESPONSES,
  });
  closeRecords(document);
  Object.assign(document.components.schemas ?? {}, { McpMessage: MESSAGE });
  const described = new Map(methods.map((method) => [method.operationId, method]));
  for (const [path, item] of Object.entries(document.paths)) {
    const operation = item.get ?? item.post;
    const method = operation && described.get(operation.operationId ?? '');
    if (!operation || !method) continue;
    complete(operation, method, path);
    if (isMessageMethod(method)) listTools(operation, methods);
    if (pay && isChainMethod(method)) Object.assign(operation, { 'x-price': priceOf(pay, method) });
  }
  return document;
}

const payServer = ({ url }: PayTerms) => ({
  url,
  description: 'Pay address: no key, each call paid with x402, same paths.',
});

/** The price of a call at the pay address, as in its 402. */
function priceOf(
  pay: PayTerms,
  method: ChainMethod,
): Pick<PaymentRequirement, 'amount' | 'asset' | 'network'> {
  const { amount, asset, network } = requirementOf(pay, method);
  return { amount, asset, network };
}

/** Forbids fields that are not described. */
function closeRecords(document: OpenAPIObject): void {
  for (const schema of Object.values(document.components?.schemas ?? {})) {
    (schema as SchemaObject).additionalProperties = false;
  }
}

function complete(operation: OperationObject, method: DocumentedMethod, path: string): void {
  const inherited = path.startsWith(`/${CHAIN_PATH.replace(':chainId', '{chainId}')}/`)
    ? [{ $ref: '#/components/parameters/chainId' }]
    : [];
  operation.parameters = [
    ...inherited,
    ...(operation.parameters ?? []),
    { $ref: '#/components/parameters/requestId' },
  ];
  operation.responses = responsesOf(method);
  Object.assign(
    operation,
    { 'x-errors': refusalRows(method) },
    isOperationMethod(method) ? { security: [], 'x-beyond-seed': true } : {},
  );
  if (!isChainMethod(method)) return;
  Object.assign(operation, {
    'x-plan': method.plan,
    'x-as-of-block': method.asOfBlock,
    ...(isForAgents(method) && { 'x-mcp-tool': toolName(method) }),
  });
  if (method.stable) Object.assign(operation, { 'x-stability': 'stable' });
  if (method.beyondSeed) Object.assign(operation, { 'x-beyond-seed': true });
  if (method.list) {
    // Clients need not know how cursors are made.
    const { cursorsByBlock: _, ...list } = method.list;
    Object.assign(operation, { 'x-list': list });
  }
}

/** Lists the possible messages and tools. */
function listTools(operation: OperationObject, methods: readonly DocumentedMethod[]): void {
  operation.requestBody = {
    required: true,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/McpMessage' } } },
  };
  const tools = toolsAmong(methods).map((method) => ({
    name: toolName(method),
    operationId: method.operationId,
    plan: method.plan,
  }));
  Object.assign(operation, { 'x-mcp-tools': tools });
}
