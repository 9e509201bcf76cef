import { DEFINITION_ID } from '../http/parameter/claim-id.kind.js';
import { PathParameter } from '../http/parameter/parameter.decorator.js';

export abstract class DefinitionParameters {
  @PathParameter(DEFINITION_ID)
  readonly definitionId!: string;
}
