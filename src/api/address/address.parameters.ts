import { ADDRESS } from '../http/parameter/address.kind.js';
import { PathParameter } from '../http/parameter/parameter.decorator.js';

export abstract class AddressParameters {
  @PathParameter(ADDRESS)
  readonly address!: string;
}
