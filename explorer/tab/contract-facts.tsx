import { useState } from 'preact/hooks';
import { useAsOf } from '../app/context.js';
import { to } from '../app/location.js';
import { type Data, get } from '../app/service.js';
import { codeKnownThrough } from '../claim/coverage.js';
import { Address, Hash } from '../part/chip.js';
import { save } from '../part/table.js';
import { When } from '../part/when.js';
import { grouped } from '../text/amount.js';

type Contract = Data<'contracts/{address}'>;

/** The record of a contract. */
export function ContractFacts({ contract }: { readonly contract: Contract }) {
  const { lifecycle, blockNumber, codeHash, bytecodeSize, selectorCount, address } = contract;
  const { coverage } = useAsOf();
  const known = codeKnownThrough(lifecycle?.selfDestructBlock ?? blockNumber, coverage);
  const [isSaving, setSaving] = useState(false);
  return (
    <dl class="facts">
      {lifecycle?.deployer !== undefined && (
        <>
          <dt>Created by</dt>
          <dd>
            <Address address={lifecycle.deployer} />
            {lifecycle.origin !== undefined && lifecycle.origin !== lifecycle.deployer && (
              <>
                {' '}
                signed by <Address address={lifecycle.origin} />
              </>
            )}
          </dd>
        </>
      )}
      {lifecycle?.deployBlock !== undefined && (
        <>
          <dt>In block</dt>
          <dd>
            <When block={lifecycle.deployBlock} exact />{' '}
            {lifecycle.deployTxHash !== undefined && (
              <Hash hash={lifecycle.deployTxHash} href={to(`tx/${lifecycle.deployTxHash}`)} />
            )}
          </dd>
        </>
      )}
      <dt>Alive</dt>
      <dd>
        {lifecycle?.isAlive === undefined ? 'unknown' : lifecycle.isAlive ? 'yes' : 'no: it was destroyed'}
        {known !== undefined && ` (up to block ${grouped(known)}: state diffs of later ones are missing)`}
      </dd>
      <dt>Code hash</dt>
      <dd>
        <code>{codeHash}</code>
      </dd>
      {bytecodeSize !== undefined && (
        <>
          <dt>Size</dt>
          <dd>
            {grouped(bytecodeSize)} {bytecodeSize === 1 ? 'byte' : 'bytes'}, {selectorCount}{' '}
            {selectorCount === 1 ? 'function' : 'functions'}{' '}
            <button
              type="button"
              class="small"
              disabled={isSaving}
              onClick={async () => {
                setSaving(true);
                const { bytecode } = await get('contracts/{address}/bytecode', {
                  path: { address },
                }).finally(() => setSaving(false));
                if (bytecode !== undefined) save(`${address}.hex`, bytecode, 'text/plain');
              }}
            >
              Save the code
            </button>
          </dd>
        </>
      )}
      <dt>Proxy</dt>
      <dd>
        <HowItDelegates contract={contract} />
      </dd>
      <dt>Interfaces of its own code</dt>
      <dd>{interfacesOf(contract)}</dd>
    </dl>
  );
}

function HowItDelegates({
  contract: { bytecodeVariant, isEip1167Proxy, proxyImplementation, proxyFamily },
}: {
  readonly contract: Contract;
}) {
  if (isEip1167Proxy)
    return (
      <>
        minimal proxy of{' '}
        {proxyImplementation === undefined ? 'an unknown address' : <Address address={proxyImplementation} />}
      </>
    );
  if (bytecodeVariant === 'eip7702') return <>an account that delegates to the code of another address</>;
  if (proxyFamily === undefined) return <>not analysed</>;
  if (proxyFamily === 'none') return <>no</>;
  if (proxyFamily === 'unknown')
    return <>cannot be said: it passes calls on or may, and where to could not be found out</>;
  return <>{proxyFamily.replaceAll('_', ' ')}</>;
}

const ERC20 = {
  hasName: 'name',
  hasSymbol: 'symbol',
  hasDecimals: 'decimals',
  hasTotalSupply: 'totalSupply',
} as const;

function interfacesOf({ isErc165, erc20Interface }: Contract): string {
  const answered = Object.entries(ERC20).flatMap(([has, name]) =>
    erc20Interface?.[has as keyof typeof ERC20] ? [`${name}()`] : [],
  );
  const found = [
    ...(isErc165 ? ['ERC-165'] : []),
    ...(answered.length > 0 ? [`of ERC-20 ${answered.join(', ')}`] : []),
  ];
  return found.join('; ') || 'neither ERC-165 nor a view function of ERC-20';
}
