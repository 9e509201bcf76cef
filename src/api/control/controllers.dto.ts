import { ApiSchema } from '@nestjs/swagger';
import type { HeldClaim } from '../../claims/claims-of-many.reader.js';
import type { Address } from '../../domain/chain/hex.js';
import { CHAIN_ID } from '../../domain/chain/record/chain-id.js';
import {
  AddressField,
  ChainIdField,
  ChoiceField,
  ClaimIdListField,
  CountField,
  FlagField,
  LongField,
  ProofHashField,
  RecordListField,
  RelationIdField,
  TextField,
  UnixSecondsField,
} from '../http/record/field.js';
import { orAbsent } from '../http/record/or-absent.js';
import { LEVELS, type Walk } from './controllers.js';

@ApiSchema({ name: 'ControlNode', description: 'An address of the walk.' })
class ControlNodeDto {
  @AddressField('The address.')
  readonly address!: Address;

  @CountField('Steps from the address asked about, by the shortest way.')
  readonly level!: number;

  @ChoiceField(['account', 'contract'], 'What it is.', 'neither is proven')
  readonly nature?: string;

  @ClaimIdListField('Relations that are undecided for the address: it may have further controllers.')
  readonly undecided!: readonly string[];

  @FlagField('Whether it was looked at. Addresses of the last level are not: somebody may control them.')
  readonly followed!: boolean;
}

@ApiSchema({ name: 'ControlEdge', description: 'One address controls another, or may change what it does.' })
class ControlEdgeDto {
  @RelationIdField('How.')
  readonly attributeId!: string;

  @AddressField('What is controlled.')
  readonly from!: Address;

  @AddressField('What controls it.')
  readonly to!: Address;

  @TextField('Value of the relation, such as the role.', 'it has none')
  readonly value?: string;

  @LongField('First covered block of the interval in which it holds.')
  readonly startBlock!: number;

  @UnixSecondsField('Time of that block, Unix seconds.')
  readonly startTime!: number;

  @ProofHashField('The proof.')
  readonly proofHash!: string;
}

@ApiSchema({
  name: 'Controllers',
  description: 'Who controls an address, step by step, at the end of one block.',
})
export class ControllersDto {
  @ChainIdField('Always 1.')
  readonly chainId!: 1;

  @AddressField('The address asked about.')
  readonly address!: Address;

  @LongField('The block.')
  readonly block!: number;

  @RecordListField(
    () => ControlNodeDto,
    'In the order in which they are reached; the first is the address asked about.',
  )
  readonly nodes!: readonly ControlNodeDto[];

  @RecordListField(() => ControlEdgeDto, 'In the order in which they are reached; those that lead back too.')
  readonly edges!: readonly ControlEdgeDto[];

  @FlagField('Whether edges were left out because a level has too many.')
  readonly truncated!: boolean;
}

export function controllersRecord(address: Address, walk: Walk): ControllersDto {
  const natures = new Map(
    walk.natures.map(({ subject, id }) => [subject, id === 'address_nature:eoa' ? 'account' : 'contract']),
  );
  return {
    chainId: CHAIN_ID,
    address,
    block: walk.block,
    nodes: [...walk.levels].map(([node, level]) => ({
      address: node,
      level,
      ...orAbsent('nature', natures.get(node) ?? null),
      undecided: walk.undecided.filter(({ subject }) => subject === node).map(({ id }) => id),
      followed: level < LEVELS,
    })),
    edges: walk.edges.map(edgeRecord),
    truncated: walk.isCut,
  };
}

function edgeRecord({
  id,
  subject,
  object,
  value,
  startBlock,
  startTime,
  proofHash,
}: HeldClaim): ControlEdgeDto {
  return {
    attributeId: id,
    from: subject,
    to: object!,
    ...orAbsent('value', value),
    startBlock,
    startTime,
    proofHash,
  };
}
